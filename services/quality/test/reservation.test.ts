import { AppError, COMMAND_MS } from '@qsc/service-kit';
import { type ApiAnswer, eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { type QualityMesh, startQualityMesh } from './mesh.ts';
import { catchRefusal, recordClient } from './record-client.ts';
import { type StandInWorkflow, startStandInWorkflow } from './stand-in-workflow.ts';

/** Longer than a reservation lasts. */
const LATER_MS = 31_000;

describe('a quality event that is reserved for a transition', () => {
  let now = new Date('2026-03-10T12:00:00Z');
  let workflow: StandInWorkflow;
  let mesh: QualityMesh;
  let records: ReturnType<typeof recordClient>;
  before(async () => {
    mesh = await startQualityMesh({
      clock: () => now,
      async workflowPort({ meshSecret }) {
        workflow = await startStandInWorkflow(meshSecret);
        return workflow.port;
      },
    });
    records = recordClient(mesh);
    workflow.records = records;
  });
  beforeEach(() => {
    workflow.beforeCommit = async () => {};
  });
  after(async () => {
    records.close();
    await mesh.stop();
    await workflow.stop();
  });

  const inVerification = async () => {
    const api = mesh.api();
    const body = { type: 'deviation', title: 'Deviation', description: 'It deviates.' };
    const { id } = (await api.post('/v1/quality-events', body)).body.data as { id: string };
    const path = `/v1/quality-events/${id}`;
    await records.apply(api.orgId, await workflow.transition(api.orgId, id, { to_state: 'verification' }));
    const closing = () => workflow.reserve(api.orgId, id, { to_state: 'closed' });
    return {
      ...{ id, api, orgId: api.orgId, closing },
      read: async () => (await api.get(path)).body.data,
      patch: (change: object, by = api) => by.patch(path, change),
      openCapa: (by = api) => by.post(`${path}/capa`, { title: 'Mend', description: 'Mend it.' }),
    };
  };

  const toCode = ({ status, body }: ApiAnswer) => [status, body.error?.code, body.error?.details?.status];

  it('accepts no CAPA and no other content until the transition is applied, at any replica', async () => {
    const replica = await mesh.startReplica();
    try {
      const { orgId, patch, openCapa, closing } = await inVerification();
      const other = mesh.api({ orgId }, replica);
      const transition = await closing();
      const waiting = [openCapa(other), patch({ title: 'Other' }, other), openCapa(), patch({ title: 'Other' })];
      workflow.commit(transition);
      await records.apply(orgId, transition);
      for (const answer of await Promise.all(waiting))
        expect(toCode(answer)).to.deep.equal([409, 'conflict', 'closed']);
    } finally {
      await replica.stop();
    }
  });

  it('lets changes that came meanwhile all succeed once it is free', async () => {
    const { id, orgId, patch, read } = await inVerification();
    const transition = await workflow.transition(orgId, id, { to_state: 'implementation' });
    const changes = Array.from({ length: 6 }, (_, index) => patch({ title: `Title ${index}` }));
    await records.apply(orgId, transition);
    for (const { status } of await Promise.all(changes)) expect(status).to.equal(200);
    expect(await read()).to.include({ status: 'implementation', version: 9 });
  });

  it('is decided with every CAPA that is opened concurrently', async () => {
    const replica = await mesh.startReplica();
    try {
      const { orgId, openCapa, closing } = await inVerification();
      const other = mesh.api({ orgId }, replica);
      const opening = [openCapa(), openCapa(other)];
      const closed = await closing().catch((error: AppError) => error);
      if (!(closed instanceof AppError)) {
        workflow.commit(closed);
        await records.apply(orgId, closed);
      }
      const opened = (await Promise.all(opening)).filter(({ status }) => status === 201);
      if (closed instanceof AppError) expect(closed.details?.open_capas).to.be.an('array').that.is.not.empty;
      else expect(opened).to.have.length(0);
    } finally {
      await replica.stop();
    }
  });

  it('is not reserved where the record itself refuses', async () => {
    const { patch, openCapa, closing } = await inVerification();
    expect((await openCapa()).status).to.equal(201);
    expect((await catchRefusal(closing())).code).to.equal('conflict');
    expect((await patch({ title: 'Other' })).status).to.equal(200);
  });

  it('is released where the workflow refuses the transition of a PATCH', async () => {
    const { patch, read } = await inVerification();
    workflow.beforeCommit = async () => {
      throw new AppError('signature_required', 'This transition needs a signature.');
    };
    expect((await patch({ status: 'closed' })).status).to.equal(422);
    expect((await patch({ title: 'Other' })).status).to.equal(200);
    expect(await read()).to.include({ status: 'verification', title: 'Other' });
  });

  it('is reserved once by the same transition, and by one at a time', async () => {
    const { id, orgId, closing } = await inVerification();
    const first = await closing();
    const repeated = { to_state: 'closed', transition_id: first.id };
    const last = workflow.transitions.findLast(({ record_id }) => record_id === id)?.id ?? '';
    expect(await records.reserve(orgId, id, { ...repeated, last_transition_id: last })).to.include({ version: 3 });
    const second = workflow.reserve(orgId, id, { to_state: 'implementation' });
    await records.release(orgId, id, first.id);
    const { id: transition_id } = await second;
    const known = { last_transition_id: last, to_state: 'implementation' };
    expect(await records.reserve(orgId, id, { ...known, transition_id })).to.include({ version: 3 });
  });

  it('answers changes with 503 while the outcome is unknown, and settles it once the reservation is over', async () => {
    const { id, orgId, patch, closing } = await inVerification();
    const transition = await closing();
    const requestedAt = now.getTime();
    for (const afterMs of [0, COMMAND_MS]) {
      now = new Date(requestedAt + afterMs);
      const { status, headers } = await patch({ title: 'Other' });
      expect([status, headers.get('retry-after')], `after ${afterMs} ms`).to.deep.equal([503, '1']);
    }
    now = new Date(requestedAt + LATER_MS);
    expect((await patch({ title: 'Other' })).body.data).to.include({ title: 'Other', status: 'verification' });
    expect(workflow.commit(transition), 'it is never committed from then on').to.equal(false);
    expect(workflow.listStates(id)).to.deep.equal(['verification']);
    const committed = await workflow.transition(orgId, id, { to_state: 'implementation' });
    now = new Date(now.getTime() + LATER_MS);
    expect((await patch({ title: 'Third' })).body.data).to.include({ title: 'Third', status: 'implementation' });
    await records.apply(orgId, committed);
  });

  it('answers changes with 503 while it is over and the workflow service is not reachable', async () => {
    const { patch, closing } = await inVerification();
    await closing();
    now = new Date(now.getTime() + LATER_MS);
    mesh.wires.toWorkflow.cut();
    try {
      expect((await patch({ title: 'Other' })).status).to.equal(503);
    } finally {
      mesh.wires.toWorkflow.restore();
    }
    await eventually('it is settled', async () => (await patch({ title: 'Other' })).status === 200);
  });
});
