import { apiClient, startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { makeActEvent, newOrg, startAudit } from './audit-fixture.ts';

const DAYS = { from: '2026-03-01', to: '2026-03-31' };
const LAST = '2026-03-31T23:59:59.999Z';
/** Beyond the years that an instant is written in. */
const TOO_LATE = '9999-12-31T23:59:59-14:00';

describe('a period of the audit log', () => {
  const audit = startBeforeTests(() => startAudit());

  const administrator = () =>
    apiClient(`${audit.origin}/v1`, audit.identity.token({ orgId: newOrg(), role: 'system_admin' }));

  const request: Record<string, [string, object]> = {
    'an export': ['/audit-logs/export', { format: 'csv' }],
    'a review': ['/audit-logs/reviews', { conclusion: 'no_findings' }],
    'a legal hold': ['/audit-logs/holds', { reason: 'Inspection' }],
  };

  for (const [what, [path, rest]] of Object.entries(request)) {
    it(`has all of its last day in ${what}`, async () => {
      const { body } = await administrator().post(path, { ...rest, ...DAYS });
      const { to } = body.data.parameters ?? body.data;
      expect(to).to.equal(LAST);
    });

    it(`is refused in ${what} where it ends later than can be shown, and nothing is stored`, async () => {
      const api = administrator();
      const { status, body } = await api.post(path, { ...rest, ...DAYS, to: TOO_LATE });
      expect([status, body.error.details?.fields.map(({ field }: { field: string }) => field)]).to.deep.equal([
        422,
        ['to'],
      ]);
      expect((await api.get('/audit-logs')).body.meta.total).to.equal(0);
    });
  }

  it('has all of its last day in lists, logs of a user, and verifications', async () => {
    const org = newOrg();
    await audit.publish(
      makeActEvent(org, { time: '2026-03-31T10:00:00.000Z' }),
      makeActEvent(org, { time: '2026-04-01T00:00:00.000Z' }),
    );
    await audit.recorded(org, 2);
    const query = `from=${DAYS.from}&to=${DAYS.to}`;
    for (const path of ['/audit-logs', '/audit-logs/user/usr_1'])
      expect((await audit.api(org).get(`${path}?${query}`)).body.meta.total, path).to.equal(1);
    expect((await audit.api(org).get(`/audit-logs/verify?${query}`)).body.data.entries_checked).to.equal(1);
  });

  it('has all of its last day where reviews are looked for', async () => {
    const api = audit.api(newOrg());
    await api.post('/audit-logs/reviews', { conclusion: 'no_findings', from: '2026-03-31T10:00:00Z', to: LAST });
    expect((await api.get(`/audit-logs/reviews?from=${DAYS.from}&to=${DAYS.to}`)).body.meta.total).to.equal(1);
  });
});
