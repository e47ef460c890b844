import { readConfig } from './config.ts';
import { withAuditLog } from './operator.ts';

// Verifies the chain of every organisation that has entries or checkpoints in the database and writes the results to standard
// output, one JSON document a line. Exits with 1 where a chain is broken. Logs and errors go to standard error.
try {
  await withAuditLog(readConfig(), async ({ ends, verify }) => {
    for await (const some of ends())
      for (const { orgId } of some) {
        const { valid, entries_checked, last_sequence, first_broken } = await verify(orgId);
        const found = { org_id: orgId, valid, entries: entries_checked, last_sequence, first_broken };
        process.stdout.write(`${JSON.stringify(found)}\n`);
        if (!valid) process.exitCode = 1;
      }
  });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
