import { runService } from '@qsc/service-kit/run-service';

await runService('projector', async (signal) => {
  const { startProjector } = await import('./compose.ts');
  return startProjector({ signal });
});
