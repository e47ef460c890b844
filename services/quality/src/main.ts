import { runService } from '@qsc/service-kit/run-service';

await runService('quality', async (signal) => {
  const { startQualityService } = await import('./compose.ts');
  const { readConfig } = await import('./config.ts');
  return startQualityService(readConfig(), { signal });
});
