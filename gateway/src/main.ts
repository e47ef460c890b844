import { runService } from '@qsc/service-kit/run-service';

await runService('gateway', async (signal) => {
  const [{ startGateway }, { readConfig }] = await Promise.all([import('./compose.ts'), import('./config.ts')]);
  return startGateway(readConfig(process.env), { signal });
});
