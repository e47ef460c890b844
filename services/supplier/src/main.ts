import { runService } from '@qsc/service-kit/run-service';

await runService('supplier', async (options) => {
  const { startSupplierService } = await import('./compose.ts');
  const { readConfig } = await import('./config.ts');
  return startSupplierService(readConfig(), options);
});
