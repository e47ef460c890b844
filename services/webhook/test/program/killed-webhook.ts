import { parseNetwork } from '@qsc/service-kit';
import { runService } from '@qsc/service-kit/run-service';
import { startWebhookService } from '../../src/compose.ts';

// The webhook service as a process of its own, which a test kills. Its clocks are ahead, so that the leases of the
// process that was killed before have run out.
await runService('webhook', async (started) => {
  const { config, queue, aheadMs } = JSON.parse(process.env.WEBHOOK_SETTING ?? '');
  const clock = () => new Date(Date.now() + aheadMs);
  const loopback = parseNetwork('127.0.0.1/32');
  const networks = loopback ? [loopback] : [];
  const options = { ...started, queue, clock, leaseClock: clock };
  const service = await startWebhookService({ ...config, OUTBOUND_ALLOWED_NETWORKS: networks }, options);
  process.send?.('started');
  return service;
});
