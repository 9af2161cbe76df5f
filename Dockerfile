# The table in the browser, for docs/hosting.md. Build and run, with the address at which friends reach this machine:
#   docker build -t regnum . && docker run -p 8000:8000 -v regnum:/data -e REGNUM_ORIGIN=http://192.168.1.20:8000 regnum
# The image is named by tag; scripts/pin_images.sh writes the digest of today into this file.
FROM python:3.13-slim
WORKDIR /src
COPY requirements/play.txt requirements/play.txt
RUN pip install --no-cache-dir --require-hashes -r requirements/play.txt
COPY pyproject.toml setup.py README.md LICENSE NOTICE ./
COPY regnum regnum
RUN pip install --no-cache-dir --no-deps --no-build-isolation . && useradd --system --create-home --home-dir /data regnum \
    && chmod 700 /data
WORKDIR /data
USER regnum
ENV REGNUM_DATA=/data REGNUM_LOG=json
VOLUME /data
EXPOSE 8000
HEALTHCHECK CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/readyz', timeout=5)"]
CMD ["regnum", "serve", "--host", "0.0.0.0"]
