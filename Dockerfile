# Stolik with every optional part: strong players, PostgreSQL, the cluster, plots, and the sandbox for contests.
#   docker build --tag stolik .
#   docker run --init --publish 8321:8321 --volume stolik:/data stolik
FROM python:3.13-slim-bookworm AS build
# The version of a release comes from its tag, and the tag is not in the build's folder: --build-arg VERSION=1.2.3
ARG VERSION=0.0.0
ENV SETUPTOOLS_SCM_PRETEND_VERSION=$VERSION
WORKDIR /stolik
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY src src
# The package has the documentation, which the page shows.
COPY docs docs
RUN pip wheel --no-cache-dir --constraint constraints.txt --wheel-dir /wheels '.[strong,postgres,cluster,report]'

FROM python:3.13-slim-bookworm
RUN apt-get update \
    && apt-get install --yes --no-install-recommends bubblewrap \
    && rm -rf /var/lib/apt/lists/*
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-index --find-links /wheels 'stolik[strong,postgres,cluster,report]'
# The kernels of the strong players are compiled at their first use, and kept where the user may write.
RUN useradd --uid 1000 --create-home stolik && mkdir /data && chown stolik: /data
ENV XDG_DATA_HOME=/data NUMBA_CACHE_DIR=/data/kernels PYTHONUNBUFFERED=1
USER stolik
WORKDIR /data
VOLUME /data
# The page; Othello, Krążki and the graph game; the tables that programs join.
EXPOSE 8321 6321-6323 6400-6499
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8321/health', timeout=4)"]
ENTRYPOINT ["stolik"]
CMD ["serve", "--host", "0.0.0.0", "--log-format", "json"]
