import { runService } from '@qsc/service-kit/run-service';

await runService('workflow', async (options) => {
  const { startWorkflowService } = await import('./compose.ts');
  const { readConfig } = await import('./config.ts');
  return startWorkflowService(readConfig(), options);
});
