import { eventually, startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { makeActEvent, newOrg, startAudit } from './audit-fixture.ts';

const MARCH = { from: '2026-03-01T00:00:00.000Z', to: '2026-03-31T23:59:59.999Z' };

describe('reviews of the audit log', () => {
  const audit = startBeforeTests(() => startAudit());

  const path = '/audit-logs/reviews';

  const made = async (org: string, body: object) => {
    const answer = await audit.api(org).post(path, body);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
    return answer;
  };

  it('are stored as they were made, with their reviewer and the end of the log', async () => {
    const org = newOrg();
    const event = makeActEvent(org);
    await audit.publish(event);
    await audit.recorded(org, 1);
    const entry_ids = [event.id.replace('evt_', 'log_')];
    const { body, headers } = await made(org, {
      ...MARCH,
      conclusion: 'findings',
      notes: ' A change without a reason. ',
      entry_ids,
    });
    const { id, created_at, reviewed_by, ...rest } = body.data;
    expect(id).to.match(/^rev_/);
    expect(headers.get('location')).to.equal(`/v1${path}/${id}`);
    expect(Date.parse(created_at)).to.be.closeTo(Date.now(), 60_000);
    expect(reviewed_by).to.have.all.keys('id', 'name');
    expect(rest).to.deep.equal({
      ...MARCH,
      conclusion: 'findings',
      notes: 'A change without a reason.',
      entity_id: null,
      entry_ids,
      last_sequence: 1,
    });
    expect((await audit.api(org).get(`${path}/${id}`)).body).to.deep.equal(body);
  });

  it('have exactly one entry in the log', async () => {
    const org = newOrg();
    const { body } = await made(org, { ...MARCH, conclusion: 'no_findings', notes: 'All looked at.' });
    const entries = await eventually('its entry', async () => {
      const found = (await audit.api(org).get(`/audit-logs?entity_id=${body.data.id}`)).body.data;
      return found.length > 0 && found;
    });
    expect(entries).to.have.length(1);
    expect(entries[0]).to.include({ action: 'create', entity_type: 'audit_review', entity_id: body.data.id });
    expect(entries[0].user.id).to.equal(body.data.reviewed_by.id);
    expect(entries[0].changes).to.deep.equal({
      from: { from: null, to: MARCH.from },
      to: { from: null, to: MARCH.to },
      conclusion: { from: null, to: 'no_findings' },
      notes: { from: null, to: 'All looked at.' },
      entry_ids: { from: null, to: [] },
      last_sequence: { from: null, to: 0 },
    });
  });

  it('of the trail of a record name entries that were seen, and are found by the record', async () => {
    const org = newOrg();
    const [mine, other] = [makeActEvent(org), makeActEvent(org, { entity_id: 'ent_2' })];
    await audit.publish(mine, other);
    await audit.recorded(org, 2);
    const [seen, foreign] = [mine, other].map(({ id }) => id.replace('evt_', 'log_'));
    const review = { ...MARCH, conclusion: 'no_findings', entity_id: 'ent_1' };
    const none = await audit.api(org).post(path, review);
    expect(none.status).to.equal(422);
    expect(none.body.error.details.fields[0].field).to.equal('entry_ids');
    const wrong = await audit.api(org).post(path, { ...review, entry_ids: [seen, foreign] });
    expect(wrong.status).to.equal(422);
    expect(wrong.body.error.details.fields[0].field).to.equal('entry_ids.1');
    const { body } = await made(org, { ...review, entry_ids: [seen] });
    expect(body.data).to.include({ entity_id: 'ent_1' });
    await made(org, { ...MARCH, conclusion: 'no_findings' });
    const listed = (await audit.api(org).get(`${path}?entity_id=ent_1`)).body.data;
    expect(listed.map(({ id }: { id: string }) => id)).to.deep.equal([body.data.id]);
  });

  it('are made once by a repeated request', async () => {
    const org = newOrg();
    const headers = { 'idempotency-key': 'review-1' };
    const body = { ...MARCH, conclusion: 'no_findings' };
    const api = audit.api(org);
    const first = await api.post(path, body, { headers });
    const again = await api.post(path, body, { headers });
    expect(again.body).to.deep.equal(first.body);
    expect((await audit.api(org).get(path)).body.meta.total).to.equal(1);
  });

  const REFUSED: Record<string, [object, string]> = {
    'findings without notes': [{ ...MARCH, conclusion: 'findings' }, 'notes'],
    'blank notes': [{ ...MARCH, conclusion: 'findings', notes: '  ' }, 'notes'],
    'another conclusion': [{ ...MARCH, conclusion: 'fine' }, 'conclusion'],
    'a period that ends before it begins': [{ from: MARCH.to, to: MARCH.from, conclusion: 'no_findings' }, 'to'],
    'no period': [{ conclusion: 'no_findings' }, 'from'],
    'an entry named twice': [{ ...MARCH, conclusion: 'no_findings', entry_ids: ['log_1', 'log_1'] }, 'entry_ids'],
    'an unknown entry': [{ ...MARCH, conclusion: 'findings', notes: 'x', entry_ids: ['log_1'] }, 'entry_ids.0'],
    'an unknown member': [{ ...MARCH, conclusion: 'no_findings', reviewer: 'usr_1' }, 'reviewer'],
  };
  for (const [what, [body, field]] of Object.entries(REFUSED))
    it(`are refused with ${what}`, async () => {
      const org = newOrg();
      const answer = await audit.api(org).post(path, body);
      expect(answer.status).to.equal(422);
      expect(answer.body.error.details.fields[0].field).to.equal(field);
      expect((await audit.api(org).get(path)).body.data).to.deep.equal([]);
    });

  it("are refused with another organisation's entry", async () => {
    const [own, other] = [newOrg(), newOrg()];
    const event = makeActEvent(other);
    await audit.publish(event);
    await audit.recorded(other, 1);
    const entry_ids = [event.id.replace('evt_', 'log_')];
    const { status, body } = await audit
      .api(own)
      .post(path, { ...MARCH, conclusion: 'findings', notes: 'x', entry_ids });
    expect(status).to.equal(422);
    expect(body.error.details.fields).to.have.length(1);
  });

  it('are listed newest first, by conclusion and by the period that they share a part of', async () => {
    const org = newOrg();
    const january = { from: '2026-01-01T00:00:00Z', to: '2026-01-31T23:59:59Z' };
    const first = (await made(org, { ...january, conclusion: 'no_findings' })).body.data.id;
    const second = (await made(org, { ...MARCH, conclusion: 'findings', notes: 'x' })).body.data.id;
    const ids = async (query: string) => {
      const { status, body } = await audit.api(org).get(`${path}?${query}`);
      expect(status).to.equal(200);
      return body.data.map(({ id }: { id: string }) => id);
    };
    expect(await ids('')).to.deep.equal([second, first]);
    expect(await ids('sort=created_at')).to.deep.equal([first, second]);
    expect(await ids('conclusion=findings')).to.deep.equal([second]);
    expect(await ids('conclusion=findings,no_findings')).to.deep.equal([second, first]);
    expect(await ids('from=2026-01-31&to=2026-02-28')).to.deep.equal([first]);
    expect(await ids('from=2026-02-01&to=2026-02-28')).to.deep.equal([]);
    expect(await ids('to=2026-03-01')).to.deep.equal([second, first]);
    expect(await ids('per_page=1&page=2')).to.deep.equal([first]);
    expect((await audit.api(org).get(`${path}?reviewer=x`)).status).to.equal(422);
  });

  it('are changed or deleted by no route, and seen by no other organisation', async () => {
    const org = newOrg();
    const { id } = (await made(org, { ...MARCH, conclusion: 'no_findings' })).body.data;
    const api = audit.api(org);
    for (const answer of [
      await api.put(`${path}/${id}`, {}),
      await api.patch(`${path}/${id}`, {}),
      await api.delete(`${path}/${id}`),
    ])
      expect(answer.status).to.equal(405);
    expect((await audit.api(newOrg()).get(`${path}/${id}`)).status).to.equal(404);
    expect((await audit.api(newOrg()).get(path)).body.data).to.deep.equal([]);
  });

  it('need the scope of the log, also to make one', async () => {
    const org = newOrg();
    const weak = audit.identity.token({ orgId: org, scopes: ['entities:read', 'admin:write'] });
    const answer = await audit
      .api(org)
      .as(weak)
      .post(path, { ...MARCH, conclusion: 'no_findings' });
    expect(answer.status).to.equal(403);
    expect(answer.body.error.details.required_scope).to.equal('audit-logs:read');
  });
});
