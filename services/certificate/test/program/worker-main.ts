import { runService } from '@qsc/service-kit/run-service';

// The worker's `main.ts`, with the settings of a test; where they have a `now`, its clock stands there.
await runService('certificate-worker', async (options) => {
  const { startCertificateWorker } = await import('../../src/worker-compose.ts');
  const { config, queue, now, everyMs } = JSON.parse(process.env.WORKER_SETTING ?? '');
  const clock = now === undefined ? {} : { clock: () => new Date(now) };
  const running = await startCertificateWorker(config, { ...options, queue, everyMs, ...clock });
  process.send?.('started');
  return running;
});
