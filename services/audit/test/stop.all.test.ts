import { STOP_TIMEOUT_MS, startBeforeTests, stopAtEveryMoment } from '@qsc/test-kit';
import { expect } from 'chai';
import { startAuditService } from '../src/compose.ts';
import { startAuditWorker } from '../src/worker-compose.ts';
import { makeActEvent, newOrg, startAudit } from './audit-fixture.ts';

describe('the stop of the audit service', function () {
  this.timeout(STOP_TIMEOUT_MS);

  const audit = startBeforeTests(() => startAudit());

  it('ends at any moment of the start, beside events that go on, and each is recorded once', async () => {
    const org = newOrg();
    let published = 0;
    await stopAtEveryMoment(async (reported) => {
      const starting = startAuditService(audit.config, { queuePrefix: audit.queuePrefix, ...reported });
      published += 1;
      await Promise.all([audit.publish(makeActEvent(org)), starting.catch(() => {})]);
      return starting;
    });
    await audit.recorded(org, published);
    const { body } = await audit.api(org).get('/audit-logs/verify');
    expect(body.data).to.include({ valid: true, entries_checked: published });
  });

  it('is the same for the worker', async () => {
    const limits = { AUDIT_CHECKPOINT_ENTRIES: 10_000, AUDIT_CHECKPOINT_SECONDS: 3_600 };
    await stopAtEveryMoment((reported) =>
      startAuditWorker({ ...audit.config, ...limits }, { ...reported, everyMs: 20 }),
    );
  });
});
