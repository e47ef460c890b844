import { newId } from '@qsc/contracts';
import { type EventTap, pdfForm, tapEvents, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import { ACTION_STATUSES, type ActionStatus } from '../src/capa/capa.ts';
import { completion, type OpenedCapa } from './capa-fixture.ts';
import { type CapaMesh, startCapaMesh } from './capa-mesh.ts';

/** The transitions of decisions §4, written out again: the table of the code is checked against it. */
const ALLOWED: Record<ActionStatus, ActionStatus[]> = {
  open: ['in_progress', 'completed', 'cancelled'],
  in_progress: ['completed', 'cancelled'],
  completed: ['verified', 'in_progress', 'cancelled'],
  verified: [],
  cancelled: [],
};

const ROUTES: Record<ActionStatus, ActionStatus[]> = {
  open: [],
  in_progress: ['in_progress'],
  completed: ['completed'],
  verified: ['completed', 'verified'],
  cancelled: ['cancelled'],
};

describe('an action of a CAPA', () => {
  let on: CapaMesh;
  let tap: EventTap;
  before(async () => {
    on = await startCapaMesh();
    tap = await tapEvents(testEnvironment().amqpUrl);
  });
  after(async () => {
    await tap.close();
    await on.stop();
  });

  const moveTo = (capa: OpenedCapa, status: ActionStatus) =>
    capa.patchAction({ status, ...(status === 'completed' ? completion : {}) });

  const capaWithActionIn = async (status: ActionStatus): Promise<OpenedCapa> => {
    const capa = await on.capa(on.mesh.api());
    for (const step of ROUTES[status]) expect((await moveTo(capa, step)).status).to.equal(200);
    return capa;
  };

  const toRefusal = ({ status, body }: Awaited<ReturnType<OpenedCapa['patch']>>) => [status, body.error?.code];

  describe('changes its status by the table', () => {
    for (const from of ACTION_STATUSES)
      for (const to of ACTION_STATUSES.filter((status) => status !== from))
        if (ALLOWED[from].includes(to))
          it(`from ${from} to ${to}`, async () => {
            const capa = await capaWithActionIn(from);
            const { status, body } = await moveTo(capa, to);
            expect([status, body.data.status]).to.deep.equal([200, to]);
          });
        else
          it(`not from ${from} to ${to}, and leaves all as it was`, async () => {
            const capa = await capaWithActionIn(from);
            const before = await capa.read();
            const answer = await moveTo(capa, to);
            expect(toRefusal(answer)).to.deep.equal([409, 'invalid_transition']);
            expect(answer.body.error.details).to.deep.equal({
              current_state: from,
              requested_state: to,
              allowed_transitions: ALLOWED[from],
            });
            expect(await capa.read()).to.deep.equal(before);
          });

    it('refuses an unknown status', async () => {
      const capa = await on.capa(on.mesh.api());
      expect(toRefusal(await capa.patchAction({ status: 'done' }))).to.deep.equal([422, 'validation_failed']);
    });
  });

  describe('is completed', () => {
    for (const [given, missing] of [
      [{}, ['completion_date', 'completion_notes']],
      [{ completion_date: '2026-01-15' }, ['completion_notes']],
      [{ completion_notes: 'Done' }, ['completion_date']],
    ] as const)
      it(`not without ${missing.join(' and ')}`, async () => {
        const capa = await on.capa(on.mesh.api());
        const answer = await capa.patchAction({ status: 'completed', ...given });
        expect(toRefusal(answer)).to.deep.equal([422, 'missing_required_fields']);
        expect(answer.body.error.details.missing_fields).to.deep.equal(missing);
      });

    it('with the date and notes that it already has, by the caller', async () => {
      const capa = await on.capa(on.mesh.api({ userId: 'usr_doer' }));
      await capa.patchAction({ status: 'in_progress', completion_notes: 'Nearly' });
      const { body } = await capa.patchAction({ status: 'completed', completion_date: '2026-01-15' });
      expect(body.data).to.include({ completion_notes: 'Nearly', completed_by: 'usr_doer' });
    });

    it('by the caller, and by nobody that the request names', async () => {
      const capa = await on.capa(on.mesh.api());
      const answer = await capa.patchAction({ status: 'completed', ...completion, completed_by: 'usr_other' });
      expect(toRefusal(answer)).to.deep.equal([422, 'validation_failed']);
    });

    it('not on a day that is in the future everywhere', async () => {
      const capa = await on.capa(on.mesh.api());
      const answer = await capa.patchAction({ status: 'completed', ...completion, completion_date: '2199-01-01' });
      expect(answer.body.error.details.fields[0]).to.include({ field: 'completion_date', code: 'future' });
    });

    it('and has its date and notes while it is completed', async () => {
      const capa = await capaWithActionIn('completed');
      const answer = await capa.patchAction({ completion_notes: null });
      expect(toRefusal(answer)).to.deep.equal([422, 'missing_required_fields']);
      const { body } = await capa.patchAction({ completion_notes: 'And calibrated' });
      expect(body.data).to.include({ status: 'completed', completion_notes: 'And calibrated' });
    });

    it('again after it was reopened', async () => {
      const capa = await capaWithActionIn('completed');
      const { body } = await capa.patchAction({ status: 'in_progress' });
      expect(body.data).to.include({ completion_date: null, completion_notes: null, completed_by: null });
      const again = await capa.patchAction({ status: 'completed' });
      expect(toRefusal(again)).to.deep.equal([422, 'missing_required_fields']);
    });
  });

  it('is final when it is verified or cancelled', async () => {
    for (const status of ['verified', 'cancelled'] as const) {
      const capa = await capaWithActionIn(status);
      expect(toRefusal(await capa.patchAction({ description: 'Another' }))).to.deep.equal([409, 'conflict']);
    }
  });

  describe('has a due date', () => {
    it('that changes for a reason, while the first one stays', async () => {
      const capa = await on.capa(on.mesh.api());
      const before = await capa.read();
      for (const due_date of ['2027-04-01', null])
        expect(toRefusal(await capa.patchAction({ due_date }))).to.deep.equal([422, 'reason_required']);
      expect(await capa.read()).to.deep.equal(before);
      const headers = { 'x-change-reason': 'The probe comes later' };
      const { body } = await capa.patchAction({ due_date: '2027-04-01' }, { headers });
      expect(body.data).to.include({ due_date: '2027-04-01', original_due_date: '2027-03-01' });
      await capa.patchAction({ due_date: '2027-05-01' }, { headers });
      expect((await capa.read()).corrective_actions[0].original_due_date).to.equal('2027-03-01');
      const { data } = await tap.next(
        'the change',
        (event) => event.subject === capa.id && event.data.audit.entity_version === 2,
      );
      expect(data.audit.metadata.reason).to.equal('The probe comes later');
    });

    it('that is set again with a reason after it was removed', async () => {
      const capa = await on.capa(on.mesh.api());
      const headers = { 'x-change-reason': 'The supplier names no day' };
      expect((await capa.patchAction({ due_date: null }, { headers })).status).to.equal(200);
      expect(toRefusal(await capa.patchAction({ due_date: '2028-01-01' }))).to.deep.equal([422, 'reason_required']);
      const { body } = await capa.patchAction({ due_date: '2028-01-01' }, { headers });
      expect(body.data).to.include({ due_date: '2028-01-01', original_due_date: '2027-03-01' });
    });

    it('that needs no reason where it does not change or is the first', async () => {
      const capa = await on.capa(on.mesh.api(), { corrective_actions: [{ description: 'Replace the probe' }] });
      const { body } = await capa.patchAction({ due_date: '2027-04-01' });
      expect(body.data).to.include({ due_date: '2027-04-01', original_due_date: '2027-04-01' });
      expect((await capa.patchAction({ due_date: '2027-04-01' })).status).to.equal(200);
    });
  });

  describe('has evidence', () => {
    it('that are documents of the organisation', async () => {
      const api = on.mesh.api();
      const [capa, document, supplier] = [
        await on.capa(api),
        await on.document(api),
        await on.document(api, 'supplier'),
      ];
      const foreign = await on.document(on.mesh.api());
      expect((await capa.patchAction({ evidence: [document, document] })).body.data.evidence).to.deep.equal([document]);
      for (const other of [supplier, foreign, newId('entity')]) {
        const { status, body } = await capa.patchAction({ evidence: [document, other] });
        expect([status, body.error.code]).to.deep.equal([422, 'validation_failed']);
        expect(body.error.details.fields[0]).to.include({ field: 'evidence.1', code: 'unknown_document' });
      }
    });

    it('with the version and the file that each document had when it was added', async () => {
      const api = on.mesh.api();
      const entities = on.mesh.entityApi(api.orgId);
      const upload = { text: 'first', filename: 'CAL-7.pdf' };
      const { id, file } = (await entities.post('/v1/documents', pdfForm({ name: 'Calibration' }, upload))).body.data;
      const [capa, bare] = [await on.capa(api), await on.document(api)];
      const first = { document_id: id, version: 1, checksum: file.checksum, filename: 'CAL-7.pdf' };
      const withoutFile = { document_id: bare, version: 1, checksum: null, filename: null };
      const { body } = await capa.patchAction({ evidence: [id] });
      expect(body.data.document_references).to.deep.equal([first]);
      const replaced = pdfForm({}, { text: 'second', filename: 'CAL-7-2.pdf' });
      const { data: second } = (await entities.put(`/v1/documents/${id}/content`, replaced)).body;
      await capa.patchAction({ evidence: [bare, id] });
      const stored = async () => (await capa.read()).corrective_actions[0].document_references;
      expect(await stored(), 'the first stays as it was').to.deep.equal([withoutFile, first]);
      await capa.patchAction({ status: 'in_progress' });
      expect(await stored(), 'a change of something else').to.deep.equal([withoutFile, first]);
      await capa.patchAction({ evidence: null });
      expect(await stored()).to.deep.equal([]);
      await capa.patchAction({ evidence: [id] });
      const added = { document_id: id, version: 2, checksum: second.file.checksum, filename: 'CAL-7-2.pdf' };
      expect(await stored(), 'removed and added again').to.deep.equal([added]);
    });

    it('that stays when its document is deleted', async () => {
      const api = on.mesh.api();
      const [capa, first, second] = [await on.capa(api), await on.document(api), await on.document(api)];
      await capa.patchAction({ evidence: [first] });
      await on.mesh.entityApi(api.orgId).delete(`/v1/entities/${first}`);
      const { body } = await capa.patchAction({ evidence: [first, second] });
      expect(body.data.evidence).to.deep.equal([first, second]);
      expect((await capa.patchAction({ evidence: null })).body.data.evidence).to.deep.equal([]);
    });
  });

  it('changes the version of its CAPA, with one audit entry', async () => {
    const api = on.mesh.api();
    const user = { id: 'usr_2', orgId: api.orgId, name: 'Two', role: 'quality_specialist', password: 'x' } as const;
    on.mesh.identity.setUser(user);
    const capa = await on.capa(api);
    const [{ id }] = capa.actions as [{ id: string }];
    const answer = await capa.patchAction({ status: 'in_progress', assigned_to: 'usr_2' });
    expect(answer.headers.get('etag')).to.equal('"2"');
    expect(answer.body.data).not.to.have.property('version');
    expect((await capa.read()).version).to.equal(2);
    const changed = await tap.next(
      'the change',
      (event) => event.subject === capa.id && event.data.audit.action === 'update',
    );
    expect(changed.data.audit).to.include({ entity_type: 'capa', entity_version: 2 });
    expect(changed.data.audit.changes).to.deep.equal({
      [`corrective_actions.${id}.status`]: { from: 'open', to: 'in_progress' },
      [`corrective_actions.${id}.assigned_to`]: { from: null, to: 'usr_2' },
    });
  });

  it('raises no version where nothing changes', async () => {
    const capa = await on.capa(on.mesh.api());
    for (const body of [{}, { status: 'open' }, { description: 'Replace the probe' }])
      expect((await capa.patchAction(body)).headers.get('etag')).to.equal('"1"');
  });

  it('changes only at the requested version of the CAPA', async () => {
    const capa = await on.capa(on.mesh.api());
    const at = (version: number) => ({ headers: { 'if-match': `"${version}"` } });
    expect((await capa.patchAction({ status: 'in_progress' }, at(1))).status).to.equal(200);
    expect(toRefusal(await capa.patchAction({ status: 'cancelled' }, at(1)))).to.deep.equal([
      412,
      'precondition_failed',
    ]);
  });

  it('loses none of several concurrent changes', async () => {
    const corrective_actions = Array.from({ length: 8 }, (_, index) => ({ description: `Action ${index}` }));
    const capa = await on.capa(on.mesh.api(), { corrective_actions });
    const answers = await Promise.all(
      corrective_actions.map((_, index) => capa.patchAction({ status: 'in_progress' }, { index })),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(8).fill(200));
    const { corrective_actions: after, version } = await capa.read();
    expect(after.every(({ status }: { status: string }) => status === 'in_progress')).to.equal(true);
    expect(version).to.equal(9);
  });

  it('cannot be changed when its CAPA has ended', async () => {
    const capa = await on.capa(on.mesh.api());
    await on.transitions.enter(capa.api.orgId, capa.id, 'rejected');
    expect(toRefusal(await capa.patchAction({ status: 'in_progress' }))).to.deep.equal([409, 'conflict']);
    const added = await capa.api.post(`${capa.path}/actions`, { type: 'corrective', description: 'Late' });
    expect(toRefusal(added)).to.deep.equal([409, 'conflict']);
  });

  it('is found only in its own CAPA', async () => {
    const api = on.mesh.api();
    const [capa, other] = [await on.capa(api), await on.capa(api)];
    const [{ id }] = capa.actions as [{ id: string }];
    for (const path of [
      `${other.path}/actions/${id}`,
      `${capa.path}/actions/${newId('capaAction')}`,
      `/v1/quality-events/${capa.source}/actions/${id}`,
    ])
      for (const { status } of [await api.get(path), await api.patch(path, { status: 'in_progress' })])
        expect(status).to.equal(404);
    expect((await on.mesh.api().patch(capa.actionPath(), { status: 'in_progress' })).status).to.equal(404);
  });

  it('can be added later, and is read at the `Location` of the response', async () => {
    const capa = await on.capa(on.mesh.api());
    const { status, headers, body } = await capa.api.post(`${capa.path}/actions`, {
      type: 'preventive',
      description: 'Alarm the officer',
      due_date: '2027-04-01',
    });
    expect([status, headers.get('etag')]).to.deep.equal([201, '"2"']);
    expect(body.data).to.include({ type: 'preventive', status: 'open', original_due_date: '2027-04-01' });
    expect(headers.get('location')).to.equal(`${capa.path}/actions/${body.data.id}`);
    const read = await capa.api.get(headers.get('location') ?? '');
    expect([read.body.data, read.headers.get('etag')]).to.deep.equal([body.data, '"2"']);
    expect((await capa.read()).preventive_actions).to.deep.equal([body.data]);
  });

  it('is refused by a full CAPA', async () => {
    const corrective_actions = Array.from({ length: 200 }, () => ({ description: 'Do' }));
    const capa = await on.capa(on.mesh.api(), { corrective_actions });
    const added = await capa.api.post(`${capa.path}/actions`, { type: 'preventive', description: 'One more' });
    expect(toRefusal(added)).to.deep.equal([409, 'conflict']);
  });

  it('is recorded as a read of its CAPA, where the organisation records those', async () => {
    const capa = await on.capa(on.mesh.api());
    expect((await capa.api.get(capa.actionPath())).status).to.equal(200);
    await on.mesh.identity.setOrganization({ id: capa.api.orgId, name: 'Watched', recorded_reads: ['capa'] });
    expect((await capa.api.get(capa.actionPath())).status).to.equal(200);
    const isRead = ({ subject, data }: (typeof tap.events)[number]) =>
      subject === capa.id && data.audit?.action === 'read';
    const event = await tap.next('the reading', isRead);
    expect(event.data.audit).to.include({ entity_type: 'capa', entity_id: capa.id });
    expect(tap.events.filter(isRead)).to.have.length(1);
  });
});
