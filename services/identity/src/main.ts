import { runService } from '@qsc/service-kit/run-service';

await runService('identity', async (signal) => {
  const [{ startIdentityService }, { readConfig }] = await Promise.all([import('./compose.ts'), import('./config.ts')]);
  return startIdentityService(readConfig(), { signal });
});
