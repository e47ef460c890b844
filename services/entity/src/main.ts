import { runService } from '@qsc/service-kit/run-service';

await runService('entity', async (signal) => {
  const [{ startEntityService }, { readConfig }] = await Promise.all([import('./compose.ts'), import('./config.ts')]);
  return startEntityService(readConfig(), { signal });
});
