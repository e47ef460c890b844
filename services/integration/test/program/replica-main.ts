import { runService } from '@qsc/service-kit/run-service';

/** A replica as a process of its own that a test can kill, with the connector of the tests' external system. */
await runService('integration', async (options) => {
  const { startIntegrationService } = await import('../../src/compose.ts');
  const { readConfig } = await import('../../src/config.ts');
  const { externalConnector } = await import('../external/external-connector.ts');
  return startIntegrationService(readConfig(), {
    ...options,
    connectors: { odata_v4: externalConnector() },
    localChangeQueue: process.env.LOCAL_CHANGE_QUEUE ?? '',
    passEveryMs: 50,
    delaysMs: [1, 1, 1],
  });
});
