import { EMBEDDED_FILES } from '@qsc/file-store';
import { STOP_TIMEOUT_MS, stopServiceAtEveryMoment } from '@qsc/test-kit';
import { startCertificateService } from '../src/compose.ts';
import { startCertificateWorker } from '../src/worker-compose.ts';

const NOWHERE = '127.0.0.1:9';

describe('the stop of the certificate service', function () {
  this.timeout(STOP_TIMEOUT_MS);

  it('ends at any moment of the start', () =>
    stopServiceAtEveryMoment(({ config, ...options }) =>
      startCertificateService({ ...config, ...EMBEDDED_FILES, ENTITY_GRPC_URL: NOWHERE }, options),
    ));

  it('is the same for the worker', () =>
    stopServiceAtEveryMoment(({ config, ...options }) =>
      startCertificateWorker({ ...config, ...EMBEDDED_FILES }, options),
    ));
});
