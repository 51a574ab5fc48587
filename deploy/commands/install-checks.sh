# shellcheck shell=bash
# For install: tests the answers with real calls.

# The hash of an empty body, which the curl of Debian 12 does not send by itself.
readonly NOTHING_SHA256=e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855

check_domain() {
  [[ $DOMAIN =~ ^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$ ]] || fail "\"$DOMAIN\" is not a domain: write it as store.example.com."
  [[ $SKIP_DNS_CHECK != yes ]] || return 0
  local addresses
  addresses=$(getent ahosts "$DOMAIN" | awk '{ print $1 }' | sort -u) || true
  [[ $addresses ]] || fail "The domain $DOMAIN has no DNS record: add an A record that names this machine, wait a few minutes, and run this again."
  if ! grep -Evq '^(127\.|::1$)' <<<"$addresses"; then
    fail "The domain $DOMAIN leads only to ${addresses//$'\n'/ and }, which no visitor reaches: add an A record with the public address, and remove the name from /etc/hosts (or set SKIP_DNS_CHECK=yes behind a router)."
  fi
}

# option NAME VALUE: prints a line of curl's configuration file.
option() {
  local value=${2//\\/\\\\}
  printf '%s = "%s"\n' "$1" "${value//\"/\\\"}"
}

# call ARGUMENT…: prints the status of a request, or 000 without an answer. Secrets are passed as options on standard
# input, because everyone on this machine can read the arguments of a program.
call() { curl --silent --output /dev/null --write-out '%{http_code}' --max-time 15 --config - "$@" || true; }

check_stripe() {
  local status
  status=$(option header "Authorization: Bearer $STRIPE_SECRET_KEY" | call "${STRIPE_API_URL:-https://api.stripe.com}/v1/balance")
  case $status in
  200) ;;
  401 | 403) fail 'Stripe refuses STRIPE_SECRET_KEY: copy the secret key again from Developers, API keys.' ;;
  000) fail 'Stripe does not answer: check that this machine reaches the internet.' ;;
  *) fail "Stripe answered with status $status: try again in a few minutes." ;;
  esac
  [[ $STRIPE_WEBHOOK_SECRET == whsec_* ]] || fail 'STRIPE_WEBHOOK_SECRET must begin with whsec_: copy the signing secret of the webhook endpoint.'
}

# check_buckets S3|BACKUP BUCKET…: uses the answers whose names begin with this word.
check_buckets() {
  local kind=$1 bucket status
  local endpoint=${kind}_ENDPOINT region=${kind}_REGION key=${kind}_ACCESS_KEY_ID secret=${kind}_SECRET_ACCESS_KEY
  shift
  for bucket in "$@"; do
    status=$(option user "${!key}:${!secret}" |
      call --head --header "x-amz-content-sha256: $NOTHING_SHA256" --aws-sigv4 "aws:amz:${!region}:s3" "${!endpoint}/$bucket")
    case $status in
    200) ;;
    403) fail "The storage refuses the key for the bucket $bucket: check $key and $secret." ;;
    404) fail "The storage has no bucket $bucket: create it, or correct its name." ;;
    000) fail "The storage ${!endpoint} does not answer: check $endpoint." ;;
    *) fail "The storage answered with status $status for the bucket $bucket." ;;
    esac
  done
}

check_storage() { check_buckets S3 "$S3_PUBLIC_BUCKET" "$S3_PRIVATE_BUCKET"; }

check_backups() {
  [[ $BACKUP_ENDPOINT == https://* ]] || fail 'Backups need storage with HTTPS. Set BACKUP_ENDPOINT to it, or BACKUP_BUCKET=none.'
  check_buckets BACKUP "$BACKUP_BUCKET"
}

# Connects with the same encryption and port as the store.
check_mail() {
  local url=${SMTP_URL%%\?*} encryption=--ssl
  url=${url%/}
  if [[ $SMTP_URL == *[?\&]requireTLS=true* ]]; then encryption=--ssl-reqd; fi
  if [[ $url == smtp://* && ! ${url##*@} =~ :[0-9]+$ ]]; then url=$url:587; fi
  option url "$url" | curl --silent --max-time 20 "$encryption" --request NOOP --config - >/dev/null ||
    fail 'The mail server refuses: check SMTP_URL, its user and its password.'
}

check_discord() {
  local status
  status=$(option user "$DISCORD_CLIENT_ID:$DISCORD_CLIENT_SECRET" |
    call --data 'grant_type=client_credentials&scope=identify' "${DISCORD_URL:-https://discord.com}/api/oauth2/token")
  [[ $status != 401 && $status != 000 ]] || fail 'Discord refuses DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET: copy them again from the OAuth2 page of your application.'
}

# Opens the store as visitors do: through DNS, the firewall and a certificate that browsers accept. Behind a router that
# does not route back, it connects to this machine directly; the certificate still proves that Let's Encrypt reached it.
check_public() {
  local body code deadline=$((SECONDS + ${HTTPS_SECONDS:-60})) way=()
  if [[ $SKIP_DNS_CHECK == yes ]]; then way=(--connect-to "$DOMAIN:443:127.0.0.1:${HTTPS_PORT:-443}"); fi
  while :; do
    code=0
    body=$(curl --silent --fail --max-time 10 "${way[@]}" "https://$DOMAIN/api/site/status") || code=$?
    if [[ $body == *maintenanceMode* ]]; then return 0; fi
    ((SECONDS < deadline)) || break
    sleep 2
  done
  case $code in
  6) fail "The domain $DOMAIN has no DNS record any more, so nobody reaches the store." ;;
  7 | 28) fail "Nobody answers at https://$DOMAIN: open ports 80 and 443 in the firewall, and check that the A record names this machine." ;;
  35 | 51 | 60) fail "https://$DOMAIN has no valid certificate: Let's Encrypt must reach this machine on ports 80 and 443. Run: sudo slipstream logs caddy" ;;
  *) fail "https://$DOMAIN answers, but not with the store: check that the A record names this machine, and run: sudo slipstream logs caddy" ;;
  esac
}
