# Rookery for one household: the table of `rookery table`, with SQLite and one volume (docs/hosting.md).
#   docker build -f docs/hosting/home.Dockerfile -t rookery-home .
FROM python:3.13-slim AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/rookery
COPY requirements.lock /src/requirements.lock
RUN /opt/rookery/bin/pip install --require-hashes --only-binary :all: --requirement /src/requirements.lock
COPY pyproject.toml hatch_build.py README.md LICENSE /src/
COPY companion /src/companion
COPY printables /src/printables
COPY rookery /src/rookery
COPY vision /src/vision
COPY web /src/web
RUN /opt/rookery/bin/pip install --no-deps --no-build-isolation /src \
    && /opt/rookery/bin/pip uninstall --yes hatchling pip \
    && python -m compileall -q /opt/rookery/lib

FROM python:3.13-slim
RUN useradd --uid 10001 --no-log-init --no-create-home --home-dir /data --shell /usr/sbin/nologin rookery \
    && install -d -o rookery -g rookery -m 0700 /data
COPY --from=build /opt/rookery /opt/rookery
ENV PATH=/opt/rookery/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 ROOKERY_DATA=/data ROOKERY_HOME=/data
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/', timeout=4)"]
CMD ["rookery", "table", "--port", "8000", "--no-open"]
