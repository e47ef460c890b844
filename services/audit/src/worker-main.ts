import { runService } from '@qsc/service-kit/run-service';

await runService('audit-worker', async (options) => {
  const { startAuditWorker } = await import('./worker-compose.ts');
  const { readWorkerConfig } = await import('./config.ts');
  return startAuditWorker(readWorkerConfig(), options);
});
