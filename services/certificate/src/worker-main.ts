import { runService } from '@qsc/service-kit/run-service';

await runService('certificate-worker', async (signal) => {
  const { startCertificateWorker } = await import('./worker-compose.ts');
  const { readConfig } = await import('./config.ts');
  return startCertificateWorker(readConfig(), { signal });
});
