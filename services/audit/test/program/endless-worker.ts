import { auditTasks } from '@qsc/contracts/events';
import { signingKeyVariable, startService, workOn } from '@qsc/service-kit';
import { runService } from '@qsc/service-kit/run-service';
import { auditCollections } from '../../src/collections.ts';
import type { StoredEntry } from '../../src/entry/entry.store.ts';
import { openBackstage } from '../export-fixture.ts';

// A worker of exports that writes the first entries of a file, says so, and never ends: a test kills it.
await runService('audit-worker', async () => {
  const { config: plain, key, exportQueue } = JSON.parse(process.env.WORKER_SETTING ?? '');
  const config = { ...plain, AUDIT_SIGNING_KEY: signingKeyVariable.parse(key) };
  const { parts, worker } = await openBackstage(config);
  async function* batches(...request: Parameters<typeof parts.entries.batches>): AsyncGenerator<StoredEntry[]> {
    for await (const batch of parts.entries.batches(...request)) {
      yield batch;
      process.send?.('writing');
      await new Promise(() => {});
    }
  }
  const { handle, giveUp } = worker({ entries: { ...parts.entries, batches } });
  const definition = { ...auditTasks.export, queue: exportQueue };
  const running = await startService({
    name: 'audit-worker',
    database: 'audit',
    config,
    collections: auditCollections,
    compose: ({ log }) => ({ routes: [], consumers: [workOn({ definition, handle, giveUp, atOnce: 1, log })] }),
  });
  process.send?.('started');
  return running;
});
