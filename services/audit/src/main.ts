import { runService } from '@qsc/service-kit/run-service';

await runService('audit', async (signal) => {
  const { startAuditService } = await import('./compose.ts');
  const { readConfig } = await import('./config.ts');
  return startAuditService(readConfig(), { signal });
});
