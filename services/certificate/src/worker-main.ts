import { runService } from '@qsc/service-kit/run-service';

await runService('certificate-worker', async (options) => {
  const { startCertificateWorker } = await import('./worker-compose.ts');
  const { readWorkerConfig } = await import('./config.ts');
  return startCertificateWorker(readWorkerConfig(), options);
});
