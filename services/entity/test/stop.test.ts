import { STOP_TIMEOUT_MS, stopServiceAtEveryMoment } from '@qsc/test-kit';
import { startEntityService } from '../src/compose.ts';
import { NOT_ASKED } from './not-asked.ts';

describe('the stop of the entity service', () => {
  it('ends at any moment of the start', () =>
    stopServiceAtEveryMoment(({ config, ...options }) =>
      startEntityService({ ...config, ...NOT_ASKED }, options),
    )).timeout(STOP_TIMEOUT_MS);
});
