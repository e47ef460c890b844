# The container `demo` of docker-compose.yml: the sources with all packages, to make demo organisations and records.
FROM node:24.21.0-bookworm-slim
WORKDIR /src
COPY . .
RUN node --input-type=module -e "import { pnpm } from './scripts/image/pnpm.ts'; pnpm(['install', '--frozen-lockfile'], '.')" \
 && install -d -o node -g node /var/lib/qsc/demo
USER 1000:1000
HEALTHCHECK --interval=5s --timeout=4s --start-period=300s --retries=24 CMD ["test", "-f", "/tmp/ready"]
ENTRYPOINT ["node"]
CMD ["scripts/runtime/compose-demo.ts"]
