import { AppError, COMMAND_MS } from '@qsc/service-kit';
import { type ApiAnswer, eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { type QualityMesh, startQualityMesh } from './mesh.ts';
import { catchRefusal, recordClient } from './record-client.ts';
import { type StandInWorkflow, startStandInWorkflow } from './stand-in-workflow.ts';

const CLOSING = { move: { to_state: 'closed', data_json: '{}' }, commits: true };

/** Longer than a reservation lasts. */
const LATER_MS = 31_000;

describe('a quality event that is reserved for a transition which ends it', () => {
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
  });
  beforeEach(() => {
    workflow.beforeTransition = async () => {};
    workflow.afterTransition = async () => {};
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
    await records.apply(api.orgId, workflow.transition(id, 'verification'));
    return {
      ...{ id, api, orgId: api.orgId },
      patch: (change: object, by = api) => by.patch(path, change),
      patchAt: (version: number, change: object) =>
        api.patch(path, change, { headers: { 'if-match': `"${version}"` } }),
      openCapa: (by = api) => by.post(`${path}/capa`, { title: 'Mend', description: 'Mend it.' }),
      requested: () => records.get(api.orgId, id, CLOSING),
      ends: () => records.apply(api.orgId, workflow.transition(id, 'closed')),
    };
  };

  /** The answer that is more than to try again. */
  const answered = (ask: () => Promise<ApiAnswer>) =>
    eventually('it is answered', async () => {
      const answer = await ask();
      return answer.status !== 503 && answer;
    });

  const toCode = ({ status, body }: ApiAnswer) => [status, body.error?.code, body.error?.details?.status];

  it('accepts no CAPA and no other content until the transition is applied, at any replica', async () => {
    const replica = await mesh.startReplica();
    try {
      const { orgId, patch, openCapa, requested, ends } = await inVerification();
      const other = mesh.api({ orgId }, replica);
      await requested();
      const waiting = [answered(() => openCapa(other)), answered(() => patch({ title: 'Other' }, other))];
      await ends();
      for (const answer of await Promise.all(waiting))
        expect(toCode(answer)).to.deep.equal([409, 'conflict', 'closed']);
    } finally {
      await replica.stop();
    }
  });

  it('is also reserved by a transition that names a version', async () => {
    const replica = await mesh.startReplica();
    try {
      const { orgId, patch, patchAt } = await inVerification();
      const other = mesh.api({ orgId }, replica);
      const beside: number[] = [];
      workflow.overtake(async () => beside.push((await patch({ title: 'Other' }, other)).status));
      const moved = await patchAt(2, { status: 'investigation', title: 'Mine' });
      expect([moved.status, moved.body.data?.title, beside]).to.deep.equal([200, 'Mine', [503]]);
      expect((await patch({ title: 'Other' }, other)).body.data).to.include({ title: 'Other', version: 4 });
    } finally {
      await replica.stop();
    }
  });

  it('is decided with every CAPA that is opened concurrently', async () => {
    const replica = await mesh.startReplica();
    try {
      const { orgId, openCapa, requested, ends } = await inVerification();
      const other = mesh.api({ orgId }, replica);
      const opening = [openCapa(), openCapa(other)];
      const refused = await requested().then(
        () => null,
        (error: unknown) => error,
      );
      if (refused === null) await ends();
      const opened = (await Promise.all(opening)).filter(({ status }) => status === 201);
      if (refused === null) expect(opened).to.have.length(0);
      else expect((refused as AppError).details?.open_capas).to.be.an('array').that.is.not.empty;
    } finally {
      await replica.stop();
    }
  });

  it('is released at once where the record itself refuses', async () => {
    const { patch, openCapa, requested } = await inVerification();
    expect((await openCapa()).status).to.equal(201);
    expect((await catchRefusal(requested())).code).to.equal('conflict');
    expect((await patch({ title: 'Other' })).status).to.equal(200);
  });

  it('is released at once where the workflow refuses the transition of a PATCH', async () => {
    const { patch } = await inVerification();
    workflow.afterTransition = async () => {
      workflow.transitions.pop();
      throw new AppError('signature_required', 'This transition needs a signature.');
    };
    expect((await patch({ status: 'closed' })).status).to.equal(422);
    expect((await patch({ title: 'Other' })).status).to.equal(200);
  });

  it('stays reserved for a second transition where one of the two is refused', async () => {
    const { patch, openCapa, requested } = await inVerification();
    await requested();
    workflow.afterTransition = async () => {
      workflow.transitions.pop();
      throw new AppError('signature_required', 'This transition needs a signature.');
    };
    expect((await patch({ status: 'closed' })).status).to.equal(422);
    expect((await openCapa()).status).to.equal(503);
  });

  it('stays reserved for a transition that was decided after the one that overtook the refused one', async () => {
    const { id, orgId, patchAt, openCapa, requested } = await inVerification();
    workflow.overtake(async () => {
      await records.apply(orgId, workflow.transition(id, 'implementation'));
      await requested();
    });
    expect((await patchAt(2, { status: 'rejected' })).status).to.equal(412);
    expect((await openCapa()).status).to.equal(503);
  });

  it('stays reserved while a transition is applied that does not change it', async () => {
    const { id, orgId, patch, openCapa } = await inVerification();
    const opened: ApiAnswer[] = [];
    workflow.overtake(async () => {
      await records.apply(orgId, workflow.transition(id, 'qa_check', { record_move: null }));
      opened.push(await openCapa());
    });
    expect((await patch({ status: 'closed' })).status).to.equal(200);
    expect(opened.map(({ status }) => status)).to.deep.equal([503]);
    expect(workflow.listStates(id)).to.deep.equal(['verification', 'qa_check', 'closed']);
  });

  it('ends by a transition that is decided again because another one came first', async () => {
    const { id, patch } = await inVerification();
    workflow.overtake(async () => workflow.transition(id, 'implementation'));
    const { status, body } = await patch({ status: 'closed' });
    expect([status, body.data?.status, body.data?.version]).to.deep.equal([200, 'closed', 4]);
    expect(workflow.listStates(id)).to.deep.equal(['verification', 'implementation', 'closed']);
  });

  it('refuses changes with 503 while the outcome is unknown, and is released after half a minute without one', async () => {
    const { patch, requested } = await inVerification();
    await requested();
    const requestedAt = now.getTime();
    for (const afterMs of [0, COMMAND_MS]) {
      now = new Date(requestedAt + afterMs);
      const locked = await patch({ title: 'Other' });
      expect([locked.status, locked.body.error?.details.reason], `after ${afterMs} ms`).to.deep.equal([503, 'ending']);
    }
    now = new Date(requestedAt + LATER_MS);
    expect((await patch({ title: 'Other' })).status).to.equal(200);
  });

  it('is not reserved by a request that commits nothing', async () => {
    const { id, orgId, patch } = await inVerification();
    await records.get(orgId, id, { ...CLOSING, commits: false });
    expect((await patch({ title: 'Other' })).status).to.equal(200);
  });
});
