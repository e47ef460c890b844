import { STOP_TIMEOUT_MS, stopServiceAtEveryMoment } from '@qsc/test-kit';
import { startSupplierService } from '../src/compose.ts';

const NOWHERE = '127.0.0.1:9';

describe('the stop of the supplier service', () => {
  it('completes at any moment of the start', () =>
    stopServiceAtEveryMoment(({ config, ...options }) =>
      startSupplierService(
        { ...config, ENTITY_GRPC_URL: NOWHERE, CERTIFICATE_GRPC_URL: NOWHERE, QUALITY_GRPC_URL: NOWHERE },
        options,
      ),
    )).timeout(STOP_TIMEOUT_MS);
});
