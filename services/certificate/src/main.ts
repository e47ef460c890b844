import { runService } from '@qsc/service-kit/run-service';

await runService('certificate', async (options) => {
  const { startCertificateService } = await import('./compose.ts');
  const { readConfig } = await import('./config.ts');
  return startCertificateService(readConfig(), options);
});
