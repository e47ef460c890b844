#!/usr/bin/env bash
# Prints the definitions of RabbitMQ (users, their rights, exchanges), with the passwords that the environment holds, for
# `rabbitmqctl import_definitions` and `load_definitions`. AMQP_VHOST is the virtual host of the mesh, / unless it is set.
set -euo pipefail

definitions=$(<"$(dirname "${BASH_SOURCE[0]}")/definitions.json")
AMQP_VHOST=${AMQP_VHOST:-/}

while [[ $definitions =~ \$\{([A-Z_]+)\} ]]; do
  name=${BASH_REMATCH[1]}
  value=${!name:-}
  # What stands in an address and in JSON as it is. The name of a virtual host may hold / besides.
  plain=$value
  [[ $name == AMQP_VHOST ]] && plain=${value//\//_}
  if [[ ! $plain =~ ^[A-Za-z0-9._~-]+$ ]]; then
    echo "$name is missing, or has other characters than letters, digits and - . _ ~ (openssl rand -hex 32 makes one)." >&2
    exit 1
  fi
  definitions=${definitions//"\${$name}"/"$value"}
done

printf '%s\n' "$definitions"
