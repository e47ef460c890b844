import { runService } from '@qsc/service-kit/run-service';

await runService('quality', async (options) => {
  const { startQualityService } = await import('./compose.ts');
  const { readConfig } = await import('./config.ts');
  return startQualityService(readConfig(), options);
});
