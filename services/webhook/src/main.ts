import { runService } from '@qsc/service-kit/run-service';

await runService('webhook', async (options) => {
  const { startWebhookService } = await import('./compose.ts');
  const { readConfig } = await import('./config.ts');
  return startWebhookService(readConfig(), options);
});
