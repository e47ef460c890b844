import { STOP_TIMEOUT_MS, stopServiceAtEveryMoment } from '@qsc/test-kit';
import { startQualityService } from '../src/compose.ts';

const NOWHERE = '127.0.0.1:9';

describe('the stop of the quality service', () => {
  it('completes at any moment of the start', () =>
    stopServiceAtEveryMoment(({ config, ...options }) =>
      startQualityService(
        { ...config, ENTITY_GRPC_URL: NOWHERE, CERTIFICATE_GRPC_URL: NOWHERE, WORKFLOW_GRPC_URL: NOWHERE },
        options,
      ),
    )).timeout(STOP_TIMEOUT_MS);
});
