import { runService } from '@qsc/service-kit/run-service';

await runService('gateway', async (options) => {
  const { startGateway } = await import('./compose.ts');
  const { readConfig } = await import('./config.ts');
  return startGateway(readConfig(process.env), options);
});
