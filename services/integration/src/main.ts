import { runService } from '@qsc/service-kit/run-service';

await runService('integration', async (options) => {
  const { startIntegrationService } = await import('./compose.ts');
  const { readConfig } = await import('./config.ts');
  return startIntegrationService(readConfig(), options);
});
