import { STOP_PATIENCE_MS, stopServiceAtEveryMoment } from '@qsc/test-kit';
import { startEntityService } from '../src/compose.ts';

const NOWHERE = '127.0.0.1:9';

describe('the stop of the entity service', () => {
  it('ends at any moment of the start', () =>
    stopServiceAtEveryMoment(({ config, ...options }) =>
      startEntityService({ ...config, WORKFLOW_GRPC_URL: NOWHERE, AUDIT_GRPC_URL: NOWHERE }, options),
    )).timeout(STOP_PATIENCE_MS);
});
