import { text } from 'node:stream/consumers';
import { readConfig } from './config.ts';
import { withAuditLog } from './operator.ts';

// Reads a backup as JSON from standard input and stores it, for the metric of the newest backup. Logs and errors go to standard
// error.
try {
  const input: unknown = JSON.parse(await text(process.stdin));
  const recorded = await withAuditLog(readConfig(), ({ recordBackup }) => recordBackup(input));
  process.stdout.write(`${JSON.stringify({ recorded })}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
