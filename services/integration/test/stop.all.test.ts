import { randomBytes } from 'node:crypto';
import { STOP_TIMEOUT_MS, stopServiceAtEveryMoment } from '@qsc/test-kit';
import { startIntegrationService } from '../src/compose.ts';

const NOWHERE = '127.0.0.1:9';

describe('the stop of the integration service', () => {
  it('ends at any moment of the start', () =>
    stopServiceAtEveryMoment(({ config, queue, ...notified }) =>
      startIntegrationService(
        {
          ...config,
          OUTBOUND_ALLOWED_NETWORKS: [],
          INTEGRATION_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
          INTEGRATION_ENCRYPTION_FORMER_KEYS: [],
          ENTITY_GRPC_URL: NOWHERE,
          QUALITY_GRPC_URL: NOWHERE,
          CERTIFICATE_GRPC_URL: NOWHERE,
          WORKFLOW_GRPC_URL: NOWHERE,
        },
        { localChangeQueue: queue, ...notified },
      ),
    )).timeout(STOP_TIMEOUT_MS);
});
