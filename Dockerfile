# The web server (see docs/hosting/containers.md). Build and run it with the address at which others reach this machine:
#   docker build -t regnum . && docker run -p 8000:8000 -v regnum:/data -e REGNUM_ORIGIN=http://192.168.1.20:8000 regnum
# --build-arg COMPILE=1 compiles rules and bots, which takes minutes; released images are built with it.
# The base image is named by its tag; scripts/pin_images.sh replaces the tag with the current digest.
FROM python:3.13-slim AS build
ARG COMPILE=0
WORKDIR /src
COPY requirements requirements
RUN if [ "$COMPILE" = 1 ]; then \
        apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev \
        && pip install --no-cache-dir --require-hashes -r requirements/wheel.txt; \
    else \
        pip install --no-cache-dir --require-hashes -r requirements/play.txt; \
    fi
COPY pyproject.toml setup.py README.md LICENSE NOTICE ./
COPY regnum regnum
RUN REGNUM_COMPILE=$COMPILE pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels . \
    && if [ "$COMPILE" = 1 ]; then \
        awk '/^[a-z]/ { on = /^(librt|mypy-extensions)==/ } on' requirements/wheel.txt > /tmp/compiled.txt \
        && pip download --no-cache-dir --no-deps --require-hashes --dest /wheels -r /tmp/compiled.txt; \
    fi

FROM python:3.13-slim
COPY requirements/play.txt /tmp/play.txt
RUN pip install --no-cache-dir --require-hashes -r /tmp/play.txt && rm /tmp/play.txt
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-deps --no-index /wheels/*.whl \
    && useradd --system --create-home --home-dir /data regnum && chmod 700 /data
WORKDIR /data
USER regnum
ENV REGNUM_DATA=/data REGNUM_LOG=json
VOLUME /data
EXPOSE 8000
HEALTHCHECK CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/readyz', timeout=5)"]
CMD ["regnum", "serve", "--host", "0.0.0.0"]
