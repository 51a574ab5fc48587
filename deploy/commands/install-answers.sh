# shellcheck shell=bash
# For install: where answers come from and where they are kept. A value comes from the environment, else from the
# settings files of the store, which the creator may have edited, else from an earlier run, else from a prompt.

# The answers under the names that pgBackRest uses.
declare -rA BACKUP_SETTINGS=([BACKUP_BUCKET]=PGBACKREST_REPO1_S3_BUCKET [BACKUP_REGION]=PGBACKREST_REPO1_S3_REGION
  [BACKUP_ACCESS_KEY_ID]=PGBACKREST_REPO1_S3_KEY [BACKUP_SECRET_ACCESS_KEY]=PGBACKREST_REPO1_S3_KEY_SECRET)

present_backup_endpoint() {
  local host port
  host=$(value_of PGBACKREST_REPO1_S3_ENDPOINT backup.env)
  port=$(value_of PGBACKREST_REPO1_STORAGE_PORT backup.env)
  echo "${host:+https://$host${port:+:$port}}"
}

# present NAME: prints the value that the store currently uses.
present() {
  case $1 in
  DOMAIN) value_of PUBLIC_URL store.env | sed -n 's#^https://\([^/]*\).*#\1#p' ;;
  ADMIN_EMAIL) value_of ACME_EMAIL .env ;;
  BACKUP_ENDPOINT) present_backup_endpoint ;;
  BACKUP_*) value_of "${BACKUP_SETTINGS[$1]}" backup.env ;;
  *) value_of "$1" store.env ;;
  esac
}

# answer NAME QUESTION [DEFAULT]
answer() {
  local name=$1 question=$2 default=${3-} value=${!1-} shown=${3-}
  [[ $value ]] || value=$(present "$name")
  [[ $value ]] || value=$(setting "$name" answers)
  if [[ ! $value && ${ASK:-yes} != no ]]; then
    if [[ $name == *SECRET* && $default ]]; then shown='the same'; fi
    read -r -p "$question${shown:+ [$shown]}: " value </dev/tty || true
  fi
  value=${value:-$default}
  [[ $value ]] || fail "$name is missing: $question"
  [[ $value != *\'* ]] || fail "$name must not contain a single quote."
  printf -v "$name" %s "$value"
}

# keep NAME…: saves the answers for the next run, even if this one fails later.
keep() {
  local name
  write answers "$(for name in "$@"; do echo "$name=${!name}"; done | merge answers)" || true
}

# forget NAME…: drops saved answers that are now refused, so that they are asked again. Does nothing if this run has
# changed one of them.
forget() {
  local name
  for name in "$@"; do
    if [[ $(setting "$name" answers) != "${!name}" ]]; then return 0; fi
  done
  write answers "$(printf -- '-%s\n' "$@" | merge answers)" || true
}

# checked CHECK NAME…: keeps these answers if the check passes, and exits otherwise.
checked() {
  local check=$1
  shift
  if ("$check"); then
    keep "$@"
  else
    forget "$@"
    exit 1
  fi
}
