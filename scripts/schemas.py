"""Check workflows, issue forms and other project files against the JSON schemas that come with check-jsonschema.

python -m scripts.schemas
"""

import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
SCHEMAS: Final = {
    "vendor.github-workflows": ".github/workflows/*.yml",
    "custom.github-workflows-require-timeout": ".github/workflows/*.yml",
    "vendor.github-issue-forms": ".github/ISSUE_TEMPLATE/[!c]*.yml",
    "vendor.github-issue-config": ".github/ISSUE_TEMPLATE/config.yml",
    "vendor.citation-file-format": "CITATION.cff",
    "vendor.compose-spec": "compose.yaml",
}
"""The files that must follow each schema."""


def problems(schema: str, root: Path = ROOT) -> str:
    """Return the errors in the files of a schema; "" if there are none."""
    paths = sorted(map(str, root.glob(SCHEMAS[schema])))
    if not paths:
        return f"{SCHEMAS[schema]}: there is no such file"
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, "--default-filetype", "yaml"]
    process = subprocess.run([*command, *paths], capture_output=True, text=True, check=False)
    return "" if process.returncode == 0 else process.stdout + process.stderr


def main() -> int:
    """Print the problems of all files; return 1 if there are any."""
    texts = [text for schema in SCHEMAS if (text := problems(schema))]
    print(*texts or ["Workflows, issue forms, CITATION.cff and compose.yaml follow their schemas."], sep="\n")
    return 1 if texts else 0


if __name__ == "__main__":
    sys.exit(main())
