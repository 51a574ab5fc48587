# Shared by backup, restore, put-in-place and drill, which need the variables of backup.env.example.
set -euo pipefail

# PostgreSQL refuses to run as root.
if ((EUID == 0)); then exec setpriv --reuid=postgres --regid=postgres --init-groups -- "$0" "$@"; fi

stanza=slipstream
fail() {
  echo "$*" >&2
  exit 1
}
for name in PGBACKREST_CONFIG PGBACKREST_REPO1_S3_BUCKET PGBACKREST_REPO1_CIPHER_PASS PGUSER PGDATABASE; do
  [[ ${!name:-} ]] || fail "$name is not set. backup.env.example lists what is needed."
done
command -v pgbackrest >/dev/null || fail 'pgBackRest is missing. Install the package pgbackrest.'
programs=$(find /usr/lib/postgresql -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -1)
export PATH=$PATH:${programs:-/usr/local/bin}

sql() {
  psql --no-psqlrc --quiet --tuples-only --no-align -v ON_ERROR_STOP=1 "$@"
}
