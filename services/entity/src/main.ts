import { runService } from '@qsc/service-kit/run-service';

await runService('entity', async (options) => {
  const { startEntityService } = await import('./compose.ts');
  const { readConfig } = await import('./config.ts');
  return startEntityService(readConfig(), options);
});
