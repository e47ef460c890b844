import { text } from 'node:stream/consumers';
import { readConfig } from './config.ts';
import { withAuditLog } from './operator.ts';

// Reads what backup was made as JSON from standard input and notes it, for the metric that tells how old the newest one is. Logs and
// faults go to standard error.
try {
  const told: unknown = JSON.parse(await text(process.stdin));
  const recorded = await withAuditLog(readConfig(), ({ recordBackup }) => recordBackup(told));
  process.stdout.write(`${JSON.stringify({ recorded })}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
