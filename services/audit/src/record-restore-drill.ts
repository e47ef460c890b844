import { text } from 'node:stream/consumers';
import { readConfig } from './config.ts';
import { withAuditLog } from './operator.ts';

// Reads what a restore drill came to as JSON from standard input and records it for the organisations of the log, each with an
// audit entry. The running service publishes the events. Logs and faults go to standard error.
try {
  const told: unknown = JSON.parse(await text(process.stdin));
  const organizations = await withAuditLog(readConfig(), ({ recordDrill }) => recordDrill(told));
  process.stdout.write(`${JSON.stringify({ organizations })}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
