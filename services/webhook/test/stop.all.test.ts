import { randomBytes } from 'node:crypto';
import { STOP_TIMEOUT_MS, stopServiceAtEveryMoment } from '@qsc/test-kit';
import { startWebhookService } from '../src/compose.ts';

describe('the stop of the webhook service', () => {
  it('ends at any moment of the start', () =>
    stopServiceAtEveryMoment(({ config, ...options }) =>
      startWebhookService(
        {
          ...config,
          OUTBOUND_ALLOWED_NETWORKS: [],
          WEBHOOK_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
          WEBHOOK_ENCRYPTION_FORMER_KEYS: [],
          WEBHOOK_RETRY_SCHEDULE_SECONDS: [5],
        },
        options,
      ),
    )).timeout(STOP_TIMEOUT_MS);
});
