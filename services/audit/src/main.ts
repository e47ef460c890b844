import { runService } from '@qsc/service-kit/run-service';

await runService('audit', async (signal) => {
  const [{ startAuditService }, { readConfig }] = await Promise.all([import('./compose.ts'), import('./config.ts')]);
  return startAuditService(readConfig(), { signal });
});
