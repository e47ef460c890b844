import { text } from 'node:stream/consumers';
import { systemClock } from '@qsc/service-kit';
import { withIdentity } from './compose.ts';
import { readConfig } from './config.ts';
import { ProvisionRequest, provision } from './provisioning.ts';

const readRequest = async (): Promise<ProvisionRequest> => {
  const parsed = ProvisionRequest.safeParse(JSON.parse(await text(process.stdin)));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The request cannot be taken. ${faults.join('; ')}.`);
};

// Reads the organisations and keys to create as JSON from standard input and writes what was created, secrets included, as JSON to
// standard output. Logs and faults go to standard error.
try {
  const request = await readRequest();
  const created = await withIdentity(readConfig(), (identity) => provision(identity, request, systemClock));
  process.stdout.write(`${JSON.stringify(created)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
