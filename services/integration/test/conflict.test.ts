import { expect } from 'chai';
import {
  CONFLICTS_PATH,
  COUNTRY,
  type ConflictProgram,
  type GivenConflict,
  givenConflict,
  REASON,
  startConflictProgram,
} from './conflict-service.ts';

describe('fields that both sides changed', () => {
  let program: ConflictProgram;

  before(async () => {
    program = await startConflictProgram();
  });
  after(() => program.stop());

  const given: GivenConflict = (...args) => givenConflict(program, ...args);

  it('are shown with all three values', async () => {
    const { first, link, shown } = await given();
    expect(first.id).to.match(/^cfl_/);
    expect(first).to.deep.include({ entity_id: link.entity_id, external_id: link.external_id, field: COUNTRY.target });
    expect(first).to.deep.include({ base_value: 'DE', local_value: 'AT', remote_value: 'CH', status: 'open' });
    expect(first).to.deep.include({ resolution: null, version: 1 }).and.not.have.any.keys('org_id', 'link_id');
    const { headers, body } = await shown();
    expect(headers.get('etag')).to.equal('"1"');
    expect(body.data).to.deep.equal(first);
  });

  it('are one conflict for a field, which shows the values of the last synchronisation', async () => {
    const { api, subject, id } = await given();
    await program.review(subject, [COUNTRY]);
    expect((await api.get(CONFLICTS_PATH)).body.data[0]).to.include({ id, version: 1 });
    await program.review(subject, [
      { ...COUNTRY, remote: 'FR' },
      { ...COUNTRY, target: 'name' },
    ]);
    const { body } = await api.get(`${CONFLICTS_PATH}?sort=created_at`);
    expect(body.meta.total).to.equal(2);
    expect(body.data.find((conflict: { id: string }) => conflict.id === id)).to.include({
      remote_value: 'FR',
      version: 2,
    });
  });

  it('are withdrawn where a later synchronisation finds nothing to decide', async () => {
    const { subject, shown, resolve } = await given();
    await program.review(subject, []);
    expect((await shown()).body.data).to.include({ status: 'withdrawn', resolution: null });
    const refused = await resolve({ resolution: 'service', reason: REASON });
    expect([refused.status, refused.body.error.code]).to.deep.equal([409, 'conflict']);
    await program.review(subject, [COUNTRY]);
    expect(
      (await program.api({ orgId: subject.org_id }).get(`${CONFLICTS_PATH}?status=open`)).body.meta.total,
    ).to.equal(1);
  });

  it('stay open where the owner of the record refuses the value', async () => {
    const { resolve, shown } = await given();
    const refusal = { code: 'validation_failed', message: 'A code has two letters.', field: 'attributes.country' };
    program.records.refuseNext({ ok: false, kind: 'refused', ...refusal });
    const { status, body } = await resolve({ resolution: 'value', value: 'x', reason: REASON });
    expect([status, body.error.details.fields[0].field]).to.deep.equal([422, 'value']);
    expect((await shown()).body.data.status).to.equal('open');
  });

  for (const [what, input, field] of [
    ['no value where one is required', { resolution: 'value', reason: REASON }, 'value'],
    ['a value where none is allowed', { resolution: 'service', value: 'LI', reason: REASON }, 'value'],
    ['a value that attributes cannot hold', { resolution: 'value', value: { $set: 1 }, reason: REASON }, 'value'],
    ['an unknown resolution', { resolution: 'newest', reason: REASON }, 'resolution'],
    ['no reason', { resolution: 'service' }, 'reason'],
    ['a blank reason', { resolution: 'service', reason: '  ' }, 'reason'],
  ] as const)
    it(`refuse ${what}`, async () => {
      const { resolve, shown } = await given();
      const { status, body } = await resolve(input);
      expect([status, body.error.details?.fields[0].field]).to.deep.equal([422, field]);
      expect((await shown()).body.data.status).to.equal('open');
    });

  it('take the reason from the header too', async () => {
    const { resolve } = await given();
    const { body } = await resolve({ resolution: 'service' }, { 'x-change-reason': REASON });
    expect(body.data).to.include({ status: 'resolved', reason: REASON });
  });

  it('refuse a blank name', async () => {
    const { resolve } = await given([{ ...COUNTRY, target: 'name' }]);
    const { status, body } = await resolve({ resolution: 'value', value: ' ', reason: REASON });
    expect([status, body.error.details.fields[0].field]).to.deep.equal([422, 'value']);
  });

  it('refuse a decision on an older version', async () => {
    const { resolve, subject } = await given();
    await program.review(subject, [{ ...COUNTRY, remote: 'FR' }]);
    const { status } = await resolve({ resolution: 'external', reason: REASON }, { 'if-match': '"1"' });
    expect(status).to.equal(412);
  });

  describe('of others', () => {
    it('are not there for another organisation', async () => {
      const { id, link } = await given();
      const other = program.api();
      expect((await other.get(CONFLICTS_PATH)).body.data).to.deep.equal([]);
      expect((await other.get(`${CONFLICTS_PATH}/${id}`)).status).to.equal(404);
      expect(
        (await other.post(`${CONFLICTS_PATH}/${id}/resolve`, { resolution: 'external', reason: REASON })).status,
      ).to.equal(404);
      expect(program.records.get(link.entity_id).version).to.equal(2);
    });

    it('are not there under another connection', async () => {
      const { id, api } = await given();
      expect((await api.get(`/integrations/connections/conn_other/conflicts/${id}`)).status).to.equal(404);
      expect((await api.get('/integrations/connections/conn_other/conflicts')).status).to.equal(404);
    });

    it('are not shown to who may not see connections', async () => {
      const { subject } = await given();
      expect((await program.api({ orgId: subject.org_id, role: 'viewer' }).get(CONFLICTS_PATH)).status).to.equal(403);
    });
  });

  it('refuse a filter that there is not', async () => {
    const { api } = await given();
    expect((await api.get(`${CONFLICTS_PATH}?field=name`)).status).to.equal(422);
  });

  it('are found by record and status', async () => {
    const { api, link, subject, resolve } = await given();
    const other = await program.link(api.orgId);
    await program.review(other.subject, [COUNTRY]);
    expect((await api.get(`${CONFLICTS_PATH}?entity_id=${link.entity_id}`)).body.meta.total).to.equal(1);
    const both = `${CONFLICTS_PATH}?entity_id=${link.entity_id},${other.subject.entity_id}`;
    expect((await api.get(both)).body.meta.total).to.equal(2);
    await resolve({ resolution: 'service', reason: REASON });
    expect((await api.get(`${CONFLICTS_PATH}?status=resolved`)).body.data[0].entity_id).to.equal(subject.entity_id);
    expect((await api.get(`${CONFLICTS_PATH}?status=open`)).body.data[0].entity_id).to.equal(other.subject.entity_id);
  });
});
