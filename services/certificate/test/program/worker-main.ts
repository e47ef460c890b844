import { runService } from '@qsc/service-kit/run-service';

// The worker's `main.ts`, with the settings of a test.
await runService('certificate-worker', async (signal) => {
  const { startCertificateWorker } = await import('../../src/worker-compose.ts');
  const { config, queue } = JSON.parse(process.env.WORKER_SETTING ?? '');
  const running = await startCertificateWorker(config, { signal, queue });
  process.send?.('started');
  return running;
});
