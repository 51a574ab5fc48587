# shellcheck shell=bash
# For install: checks the machine and installs the programs it needs.

readonly MIN_DISK_GB=${MIN_DISK_GB:-10} MIN_MEMORY_MB=1900

check_machine() {
  ((EUID == 0)) || fail 'Run this as root: sudo slipstream install'
  [[ $(uname -m) == x86_64 || $(uname -m) == aarch64 ]] || fail "The store runs on x86_64 and aarch64, not on $(uname -m)."
  local free memory
  free=$(df --output=avail --block-size=1G "$SLIPSTREAM_DEPLOY" | tail -n 1 | tr -d ' ')
  ((free >= MIN_DISK_GB)) || fail "Only $free GB of disk are free; the store needs $MIN_DISK_GB GB."
  memory=$(awk '/^MemTotal/ { print int($2 / 1024) }' /proc/meminfo)
  ((memory >= MIN_MEMORY_MB)) || fail "This machine has $memory MB of memory; the store needs $MIN_MEMORY_MB MB."
}

has_docker() { command -v "$(docker_command)" >/dev/null; }
has_compose() { compose version >/dev/null 2>&1; }

# Ubuntu has the current Compose plugin; Debian 12 has only the older standalone program.
compose_package() {
  if apt-cache show docker-compose-v2 >/dev/null 2>&1; then echo docker-compose-v2; else echo docker-compose; fi
}

install_programs() {
  local missing=() needs_compose=
  command -v curl >/dev/null || missing+=(curl ca-certificates)
  command -v openssl >/dev/null || missing+=(openssl)
  has_docker || missing+=(docker.io)
  has_compose || needs_compose=yes
  [[ ${#missing[@]} != 0 || $needs_compose ]] || return 0
  command -v apt-get >/dev/null || fail "Install ${missing[*]} ${needs_compose:+docker compose }first: this is not Debian or Ubuntu."
  apt-get update -qq
  if [[ $needs_compose ]]; then missing+=("$(compose_package)"); fi
  echo "Installing ${missing[*]}"
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  has_docker || fail 'The command docker is still missing: install Docker, then run this again.'
  has_compose || fail 'Docker Compose does not work: run "docker compose version" to see why.'
}

check_docker() {
  "$(docker_command)" info >/dev/null 2>&1 || fail 'Docker is installed but not running. Start it: sudo systemctl enable --now docker'
}

# port_is_busy NUMBER: whether something other than our own Caddy listens there.
port_is_busy() {
  (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null || return 1
  [[ -z $("$(docker_command)" ps --quiet --filter "publish=$1" --filter label=com.docker.compose.service=caddy) ]]
}

check_ports() {
  local port
  for port in "${HTTP_PORT:-80}" "${HTTPS_PORT:-443}"; do
    if port_is_busy "$port"; then fail "Port $port is in use by another program; stop it, because the store answers there."; fi
  done
}
