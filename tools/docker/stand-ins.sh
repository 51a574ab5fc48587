#!/usr/bin/env bash
# Builds the images that deploy/ names from Debian's packages, for a machine that cannot reach an image registry. They
# have the real names, programs, users and folders, but they are not the published images: Caddy is Debian's 2.6, for
# example. Needs mmdebstrap and DOCKER_HOST. Usage: stand-ins.sh NODE_PACKAGE FOLDER
set -euo pipefail
node_package=$1
work=$2
docker=${DOCKER:-docker}
label=slipstream.stand-in=3

missing() { [[ -z $($docker images --quiet --filter "label=$label" "$1") ]]; }
build() { $docker build --quiet --network host --label "$label" --tag "$1" "$2" >/dev/null && echo "made a stand-in for $1"; }

mkdir -p "$work"
# Like Debian's slim image: no manuals, no translations.
slim=(--dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*'
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright')

if missing slipstream-debian:12; then
  mkdir -p "$work/debian"
  mmdebstrap --quiet --variant=minbase --include=ca-certificates "${slim[@]}" bookworm "$work/debian/root.tar"
  printf 'FROM scratch\nADD root.tar /\nCMD ["bash"]\n' >"$work/debian/Dockerfile"
  build slipstream-debian:12 "$work/debian"
fi

if missing node:24-bookworm-slim; then
  mkdir -p "$work/node"
  cp "$node_package/bin/node" "$work/node/node"
  npm pack --silent --pack-destination "$work/node" npm@11 >/dev/null
  mv "$work"/node/npm-*.tgz "$work/node/npm.tgz"
  # Only the build stage uses this image, so this machine's certificates get no further.
  cp /etc/ssl/certs/ca-certificates.crt "$work/node/machine.crt"
  cat >"$work/node/Dockerfile" <<'END'
FROM slipstream-debian:12
COPY node /usr/local/bin/node
COPY npm.tgz /tmp/npm.tgz
COPY machine.crt /etc/ssl/certs/ca-certificates.crt
RUN mkdir -p /usr/local/lib/node_modules/npm && tar -xzf /tmp/npm.tgz -C /usr/local/lib/node_modules/npm --strip-components=1 && \
    rm /tmp/npm.tgz && ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && \
    ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx && \
    groupadd --gid 1000 node && useradd --uid 1000 --gid node --shell /bin/bash --create-home node && \
    npm config set --location=global cafile=/etc/ssl/certs/ca-certificates.crt
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
END
  build node:24-bookworm-slim "$work/node"
fi

if missing postgres:15; then
  mkdir -p "$work/postgres"
  cat >"$work/postgres/entrypoint" <<'END'
#!/bin/sh
set -e
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf '%s' "$POSTGRES_PASSWORD" >/tmp/password
  initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256 $POSTGRES_INITDB_ARGS
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl --wait start -o "-c listen_addresses=''"
  createdb --username="$POSTGRES_USER" "$POSTGRES_DB"
  pg_ctl --wait --mode=fast stop
fi
exec "$@" -c 'listen_addresses=*'
END
  chmod 755 "$work/postgres/entrypoint"
  cat >"$work/postgres/Dockerfile" <<'END'
FROM slipstream-debian:12
RUN groupadd --gid 999 postgres && useradd --uid 999 --gid postgres --home-dir /var/lib/postgresql postgres && \
    mkdir -p /etc/postgresql-common && echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf && \
    apt-get update && apt-get install --yes --no-install-recommends postgresql-15 && rm -rf /var/lib/apt/lists/* && \
    install -d -o postgres -g postgres -m 700 /var/lib/postgresql/data
COPY entrypoint /usr/local/bin/entrypoint
ENV PATH=/usr/lib/postgresql/15/bin:/usr/local/bin:/usr/bin:/bin PGDATA=/var/lib/postgresql/data LANG=C.UTF-8
VOLUME /var/lib/postgresql/data
STOPSIGNAL SIGINT
ENTRYPOINT ["entrypoint"]
CMD ["postgres"]
END
  build postgres:15 "$work/postgres"
fi

if missing redis:7; then
  mkdir -p "$work/redis"
  cat >"$work/redis/Dockerfile" <<'END'
FROM slipstream-debian:12
RUN groupadd --gid 999 redis && useradd --uid 999 --gid redis redis && \
    apt-get update && apt-get install --yes --no-install-recommends redis-server redis-tools && rm -rf /var/lib/apt/lists/* && \
    install -d -o redis -g redis /data
VOLUME /data
WORKDIR /data
CMD ["redis-server"]
END
  build redis:7 "$work/redis"
fi

if missing caddy:2; then
  mkdir -p "$work/caddy"
  cat >"$work/caddy/Dockerfile" <<'END'
FROM slipstream-debian:12
RUN apt-get update && apt-get install --yes --no-install-recommends caddy libcap2-bin && rm -rf /var/lib/apt/lists/* && \
    setcap cap_net_bind_service=+ep /usr/bin/caddy
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
VOLUME /config /data
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
END
  build caddy:2 "$work/caddy"
fi
