import { runService } from '@qsc/service-kit/run-service';

await runService('projector', async (options) => {
  const { startProjector } = await import('./compose.ts');
  return startProjector(options);
});
