# shellcheck shell=bash
# For install: starts the store from its settings.

get_image() {
  local image
  if ! "$(docker_command)" image inspect slipstream-postgres:15 >/dev/null 2>&1; then
    "$(docker_command)" build --quiet --tag slipstream-postgres:15 postgres >/dev/null || fail 'PostgreSQL with pgBackRest could not be built.'
  fi
  image=$(setting SLIPSTREAM_IMAGE .env)
  if "$(docker_command)" image inspect "$image" >/dev/null 2>&1; then return 0; fi
  if [[ -r ../package-lock.json ]]; then
    echo 'Building the image; this takes a few minutes'
    "$(docker_command)" build --quiet --file Dockerfile --tag "$image" .. >/dev/null
  else
    "$(docker_command)" pull "$image"
  fi
}

# up ARGUMENT…: starts containers, and shows the output of compose only if they do not start.
up() {
  local said
  said=$(compose up --detach --no-build "$@" 2>&1) && return 0
  echo "$said" >&2
  fail 'The containers did not start. Run: sudo slipstream logs'
}

containers() { compose ps -q caddy server-1 server-2 worker postgres backups redis 2>/dev/null | sort || true; }

start() {
  local before
  before=$(containers)
  up
  if [[ $(containers) != "$before" ]]; then changes=$((changes + 1)); fi
  until_servers_ready server-1 server-2
}

# has_row QUERY: whether the query returns a row from the store's database.
has_row() {
  [[ $(compose exec -T postgres psql --no-psqlrc --tuples-only --no-align --command "select exists ($1)") == t ]]
}

# A database and its backups have the same system identifier.
readonly LOOK_AT_BACKUPS="
  pg_controldata \"\$PGDATA\" 2>/dev/null | sed -n 's/^Database system identifier: */database: /p'
  pgbackrest --stanza=slipstream --output=json info"

# The bucket may have the backups of a store that was lost with its server. That store must then be restored: a new
# database would lack its customers.
refuse_to_replace_a_store() {
  [[ $BACKUP_BUCKET != none ]] || return 0
  local said stored own
  said=$(compose run --rm --no-deps -T --entrypoint bash backups -c "$LOOK_AT_BACKUPS" 2>&1) || true
  # With the wrong pass phrase the file decrypts to garbage, or is recognized as encrypted with another one.
  if [[ $said == *\[CryptoError\]* || $said == *\[FormatError\]* ]]; then
    fail "The bucket $BACKUP_BUCKET has backups that the pass phrase in $SLIPSTREAM_DEPLOY/backup.env does not open: put back the backup.env of that store, or use another bucket (BACKUP_BUCKET=NAME)."
  fi
  if [[ $said != *'"name":"slipstream"'* || $said == *'"code":99'* ]]; then
    echo "$said" >&2
    fail "The bucket $BACKUP_BUCKET cannot be read for backups."
  fi
  stored=$(grep -o '"system-id":[0-9]*' <<<"$said" | tail -n 1 | cut -d : -f 2) || true
  own=$(sed -n 's/^database: \([0-9]*\).*/\1/p' <<<"$said")
  if [[ $said == *'"backup":[]'* ]]; then NEEDS_BACKUP=yes; fi
  if [[ ! $stored || $stored == "$own" ]]; then return 0; fi
  if [[ $said == *'"backup":[]'* ]]; then
    fail "The bucket $BACKUP_BUCKET has the archive of another database, without a backup. Empty it, or use another one: sudo BACKUP_BUCKET=NAME slipstream install"
  fi
  up --no-deps --no-recreate postgres
  until_healthy postgres 120 || fail 'PostgreSQL does not start. Run: sudo slipstream logs postgres'
  if has_row "select from pg_tables where tablename = 'users'"; then
    fail "The bucket $BACKUP_BUCKET has the backups of another store. Use another one: sudo BACKUP_BUCKET=NAME slipstream install"
  fi
  up --no-deps postgres redis backups caddy
  echo "The bucket $BACKUP_BUCKET has the backups of a store, so no new one is started. Bring it back: sudo slipstream restore --latest"
  exit 0
}

first_administrator() {
  if has_row 'select from users where is_admin'; then return 0; fi
  changes=$((changes + 1))
  "$SLIPSTREAM_DEPLOY/commands/admin" create "$ADMIN_NAME" "$ADMIN_EMAIL"
}

first_backup() {
  [[ $BACKUP_BUCKET != none ]] || return 0
  if [[ ! $NEEDS_BACKUP ]] && has_row 'select from base_backups'; then return 0; fi
  changes=$((changes + 1))
  echo 'Making a full backup'
  "$SLIPSTREAM_DEPLOY/commands/backup" full || fail 'The backup failed. Mend what it says, and run this again.'
  write answers "$(echo '-NEEDS_BACKUP' | merge answers)" || true
  echo "Keep copies of .env, store.env and backup.env in $SLIPSTREAM_DEPLOY outside this machine: without them nobody can bring the store back from its backups."
}
