#!/bin/sh
# pin_images.sh: writes the current digests of images into compose.yaml and the Dockerfile, so that every build and start uses
# the same images. It queries the registry with docker. Run it again to update the images; `git diff` shows the changes.
set -eu
cd "$(dirname "$0")/.."

digest() {
    docker buildx imagetools inspect "$1" --format '{{.Manifest.Digest}}'
}

for file in compose.yaml Dockerfile; do
    for image in $(sed -nE 's/^( *image:|FROM) +([^ @]+)(@sha256:[0-9a-f]+)?.*/\2/p' "$file"); do
        found=$(digest "$image")
        case $found in
            sha256:*) ;;
            *) echo "pin_images.sh: no digest of $image: $found" >&2; exit 1 ;;
        esac
        sed -E "s#^( *image:|FROM) +$image(@sha256:[0-9a-f]+)?#\1 $image@$found#" "$file" >"$file.part"
        mv "$file.part" "$file"
        echo "$file: $image@$found"
    done
done
