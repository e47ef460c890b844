import { text } from 'node:stream/consumers';
import { readConfig } from './config.ts';
import { withAuditLog } from './operator.ts';

// Reads the result of a restore drill as JSON from standard input and stores it for the organisations of the log, each with an
// audit entry. The running service publishes the events. Logs and errors go to standard error.
try {
  const input: unknown = JSON.parse(await text(process.stdin));
  const organizations = await withAuditLog(readConfig(), ({ recordDrill }) => recordDrill(input));
  process.stdout.write(`${JSON.stringify({ organizations })}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
