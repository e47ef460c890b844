import { runService } from '@qsc/service-kit/run-service';

await runService('identity', async (options) => {
  const { startIdentityService } = await import('./compose.ts');
  const { readConfig } = await import('./config.ts');
  return startIdentityService(readConfig(), options);
});
