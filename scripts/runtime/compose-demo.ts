import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { describeDemo, ensureRecords } from '../demo-records/ensure-records.ts';
import { Advice, runCommand, say } from './command-line.ts';
import { ensureDemo, writeDemo } from './demo.ts';
import { dataPaths } from './paths.ts';

/** Its presence is the health of the container. */
const READY_FILE = '/tmp/ready';

const required = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Advice(`${name} is not set; docker-compose.yml sets it.`);
  return value;
};

// The container `demo` of docker-compose.yml. It makes the demo organisations and their records, as ./scripts/up does, prints how
// to reach them and waits to be stopped: `docker compose up --wait` counts a container that ends as failed.
await runCommand(async () => {
  const stopped = once(process, 'SIGTERM');
  // A signal that is awaited does not keep a program alive by itself.
  const alive = setInterval(() => {}, 3_600_000);
  const environment = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? '']));
  const paths = dataPaths(required('DEMO_DIRECTORY'));
  mkdirSync(paths.root, { recursive: true, mode: 0o700 });
  const published = {
    baseUrl: required('BASE_URL'),
    authUrl: required('AUTH_URL'),
    docsUrl: `${required('BASE_URL')}/docs`,
  };
  const inside = { ...published, baseUrl: required('GATEWAY_HTTP_URL') };
  const outbound = { allowed_networks: [], retry_schedule_seconds: [] };
  const demo = await ensureDemo(environment, { paths, addresses: inside, outbound }, say);
  await ensureRecords(demo, paths, say);
  const shown = { ...demo, base_url: published.baseUrl, records: true };
  writeDemo(paths, shown);
  say(describeDemo(shown));
  writeFileSync(READY_FILE, '');
  await stopped;
  clearInterval(alive);
  return 0;
});
