# shellcheck shell=bash
# Shared by the commands. SLIPSTREAM_DEPLOY is the folder of compose.yaml.

fail() {
  echo "$*" >&2
  exit 1
}

docker_command() { echo "${DOCKER:-docker}"; }

# The Compose plugin, or the standalone program of Debian 12.
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

# value_of NAME FILE: a setting without the quotes that the creator may have put around it.
value_of() {
  local value
  value=$(setting "$1" "$2")
  if [[ $value =~ ^\"(.*)\"$ || $value =~ ^\'(.*)\'$ ]]; then value=${BASH_REMATCH[1]}; fi
  echo "$value"
}

# write FILE CONTENT: writes a file that only its owner can read. Returns 1 if it already has this content.
write() {
  if [[ -r $1 && $(cat "$1") == "$2" ]]; then return 1; fi
  { printf '%s\n' "$2" >"$1.new" && chmod 600 "$1.new" && mv "$1.new" "$1"; } || fail "$SLIPSTREAM_DEPLOY/$1 cannot be written."
}

# merge FILE: prints the file with the NAME=VALUE lines from standard input, and without the names given as -NAME. All
# other lines stay as they are, including comments, and so does a line with the same value in quotes.
merge() {
  local file=$1 line name names=()
  local -A wanted=() written=()
  while IFS= read -r line; do
    name=${line%%=*}
    name=${name#-}
    if [[ $line == -* ]]; then
      written[$name]=yes
    elif ! grep -q "^$name=" "$file" 2>/dev/null || [[ $(value_of "$name" "$file") != "${line#*=}" ]]; then
      # Compose expands what follows a $ and cuts off what follows a #, but not inside single quotes.
      if [[ $file != answers && ${line#*=} == *[\$\#\\\"]* ]]; then line="$name='${line#*=}'"; fi
      wanted[$name]=$line
      names+=("$name")
    fi
  done
  if [[ -r $file ]]; then
    while IFS= read -r line || [[ $line ]]; do
      name=${line%%=*}
      if [[ $line == *=* && $name =~ ^[A-Z0-9_]+$ && ${wanted[$name]-}${written[$name]-} ]]; then
        # Print a name only once, and never if it is to be removed.
        if [[ ! ${written[$name]-} ]]; then printf '%s\n' "${wanted[$name]}"; fi
        written[$name]=yes
      else
        printf '%s\n' "$line"
      fi
    done <"$file"
  fi
  for name in "${names[@]}"; do
    if [[ ! ${written[$name]-} ]]; then printf '%s\n' "${wanted[$name]}"; fi
  done
}

# put FILE: merges standard input into the file, and reports a change.
changes=0
put() {
  local content
  content=$(merge "$1")
  if write "$1" "$content"; then
    changes=$((changes + 1))
    echo "Wrote $1"
  fi
}

require_installed() {
  ((EUID == 0)) || fail "Run this as root: sudo slipstream …"
  [[ -r $SLIPSTREAM_DEPLOY/.env && -r $SLIPSTREAM_DEPLOY/store.env ]] || fail 'This store is not installed yet. Run: slipstream install'
}

# From the moment a restored database is put in place until it is silent, nothing else may start the store on it.
unfinished_restore=$SLIPSTREAM_DEPLOY/restoring
refuse_unfinished_restore() {
  [[ ! -e $unfinished_restore ]] || fail 'A restore is not finished. Run: sudo slipstream restore --finish'
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
