# shellcheck shell=bash
# What the commands share. SLIPSTREAM_DEPLOY is the folder of compose.yaml.

fail() {
  echo "$*" >&2
  exit 1
}

docker_command() { echo "${DOCKER:-docker}"; }

# The plugin, or the program that Debian 12 has.
compose() {
  if "$(docker_command)" compose version >/dev/null 2>&1; then
    (cd "$SLIPSTREAM_DEPLOY" && "$(docker_command)" compose "$@")
  else
    (cd "$SLIPSTREAM_DEPLOY" && docker-compose "$@")
  fi
}

# setting NAME FILE: the value of a line NAME=VALUE; empty if there is none.
setting() {
  [[ -r $2 ]] || return 0
  sed -n "s/^$1=//p" "$2" | tail -n 1
}

require_installed() {
  [[ -r $SLIPSTREAM_DEPLOY/.env && -r $SLIPSTREAM_DEPLOY/store.env ]] || fail 'This store is not installed yet. Run: slipstream install'
}

has_backups() { [[ $(setting PGBACKREST_REPO1_S3_BUCKET "$SLIPSTREAM_DEPLOY/backup.env") ]]; }

require_backups() {
  require_installed
  has_backups || fail 'This store has no bucket for backups. Set one: BACKUP_BUCKET=NAME slipstream install'
}

# until_healthy SERVICE SECONDS
until_healthy() {
  local id deadline=$((SECONDS + $2))
  while ((SECONDS < deadline)); do
    id=$(compose ps -q "$1" 2>/dev/null | head -n 1)
    if [[ $id && $("$(docker_command)" inspect --format '{{.State.Health.Status}}' "$id" 2>/dev/null) == healthy ]]; then return 0; fi
    sleep 1
  done
  return 1
}

# until_servers_ready SERVER…
until_servers_ready() {
  local server
  for server in "$@"; do
    until_healthy "$server" 180 || fail "The store does not become ready. Run: slipstream logs $server"
  done
}
