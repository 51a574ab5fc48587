#!/usr/bin/env bash
# From a checkout of this repository on an empty server: sudo deploy/install.sh
# Puts the command "slipstream" on the path and runs "slipstream install".
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
if ((EUID == 0)) && [[ -d /usr/local/bin ]]; then ln -sfn "$here/slipstream" /usr/local/bin/slipstream; fi
exec "$here/slipstream" install "$@"
