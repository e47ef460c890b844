import { apiClient, eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { readDemo } from './demo.ts';

const DASHBOARD = { 'sec-fetch-site': 'same-origin', 'x-qsc-dashboard': '1' };

describe('a person who works in the dashboard', () => {
  const demo = readDemo();

  it('signs in, works with a cookie alone, and signs out', async () => {
    const person = demo.users.find(({ role }) => role === 'quality_manager');
    if (!person) throw new Error('The demo has no quality manager.');
    const browser = apiClient(demo.base_url, null);
    const signIn = await browser.post(
      '/app/session',
      { username: person.email, password: person.password },
      { headers: { ...DASHBOARD, 'x-request-id': 'r-dashboard-in' } },
    );
    expect(signIn.status, JSON.stringify(signIn.body)).to.equal(204);
    const headers = { ...DASHBOARD, cookie: String(signIn.headers.get('set-cookie')).split(';')[0] ?? '' };

    const session = (await browser.get('/app/session', { headers })).body.data;
    expect(session.user).to.include({ id: person.id, role: 'quality_manager' });
    expect(session.organization).to.include({ id: demo.org_id });
    expect((await browser.get('/v1/suppliers', { headers })).status).to.equal(200);
    const preferences = { language: 'de' };
    expect((await browser.put('/v1/me/preferences', preferences, { headers })).body.data).to.deep.equal(preferences);

    const out = { headers: { ...headers, 'x-request-id': 'r-dashboard-out' } };
    expect((await browser.delete('/app/session', out)).status).to.equal(204);
    expect((await browser.get('/v1/suppliers', { headers })).status).to.equal(401);

    const audit = apiClient(demo.base_url, demo.api_key);
    for (const [action, request_id] of [
      ['login', 'r-dashboard-in'],
      ['logout', 'r-dashboard-out'],
    ])
      await eventually(`the ${action} is audited`, async () => {
        const { body } = await audit.get(`/v1/audit-logs?action=${action}&user_id=${person.id}`);
        return body.data.some(
          ({ metadata }: { metadata: { request_id: string } }) => metadata.request_id === request_id,
        );
      });
  });
});
