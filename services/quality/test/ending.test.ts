import { AppError, COMMAND_MS } from '@qsc/service-kit';
import { type ApiAnswer, eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { type QualityMesh, startQualityMesh } from './mesh.ts';
import { recordClient, refusalOf } from './record-client.ts';
import { type StandInWorkflow, startStandInWorkflow } from './stand-in-workflow.ts';

const CLOSING = { move: { to_state: 'closed', data_json: '{}' }, commits: true };

/** Longer than an event is kept for a move that does not come. */
const LATER_MS = 31_000;

describe('a quality event that a move is about to end', () => {
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
    workflow.beforeMove = async () => {};
    workflow.afterMove = async () => {};
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
    await records.apply(api.orgId, workflow.move(id, 'verification'));
    return {
      ...{ id, api, orgId: api.orgId },
      patch: (change: object, by = api) => by.patch(path, change),
      patchAt: (version: number, change: object) =>
        api.patch(path, change, { headers: { 'if-match': `"${version}"` } }),
      openCapa: (by = api) => by.post(`${path}/capa`, { title: 'Mend', description: 'Mend it.' }),
      isAskedFor: () => records.get(api.orgId, id, CLOSING),
      ends: () => records.apply(api.orgId, workflow.move(id, 'closed')),
    };
  };

  /** The answer that is more than to try again. */
  const answered = (ask: () => Promise<ApiAnswer>) =>
    eventually('it is answered', async () => {
      const answer = await ask();
      return answer.status !== 503 && answer;
    });

  const codeOf = ({ status, body }: ApiAnswer) => [status, body.error?.code, body.error?.details?.status];

  it('gets no CAPA and no other content until the move has come, at any replica', async () => {
    const replica = await mesh.startReplica();
    try {
      const { orgId, patch, openCapa, isAskedFor, ends } = await inVerification();
      const other = mesh.api({ orgId }, replica);
      await isAskedFor();
      const waiting = [answered(() => openCapa(other)), answered(() => patch({ title: 'Other' }, other))];
      await ends();
      for (const answer of await Promise.all(waiting))
        expect(codeOf(answer)).to.deep.equal([409, 'conflict', 'closed']);
    } finally {
      await replica.stop();
    }
  });

  it('is kept so too by a move that names the version it was read at', async () => {
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

  it('is judged on every CAPA that is opened beside it', async () => {
    const replica = await mesh.startReplica();
    try {
      const { orgId, openCapa, isAskedFor, ends } = await inVerification();
      const other = mesh.api({ orgId }, replica);
      const opening = [openCapa(), openCapa(other)];
      const judged = await isAskedFor().then(
        () => null,
        (error: unknown) => error,
      );
      if (judged === null) await ends();
      const opened = (await Promise.all(opening)).filter(({ status }) => status === 201);
      if (judged === null) expect(opened).to.have.length(0);
      else expect((judged as AppError).details?.open_capas).to.be.an('array').that.is.not.empty;
    } finally {
      await replica.stop();
    }
  });

  it('is free at once where the record itself refuses', async () => {
    const { patch, openCapa, isAskedFor } = await inVerification();
    expect((await openCapa()).status).to.equal(201);
    expect((await refusalOf(isAskedFor())).code).to.equal('conflict');
    expect((await patch({ title: 'Other' })).status).to.equal(200);
  });

  it('is free at once where the workflow refuses what a PATCH asks for', async () => {
    const { patch } = await inVerification();
    workflow.afterMove = async () => {
      workflow.moves.pop();
      throw new AppError('signature_required', 'This move needs a signature.');
    };
    expect((await patch({ status: 'closed' })).status).to.equal(422);
    expect((await patch({ title: 'Other' })).status).to.equal(200);
  });

  it('stays kept for another move that is under way while one of the two is refused', async () => {
    const { patch, openCapa, isAskedFor } = await inVerification();
    await isAskedFor();
    workflow.afterMove = async () => {
      workflow.moves.pop();
      throw new AppError('signature_required', 'This move needs a signature.');
    };
    expect((await patch({ status: 'closed' })).status).to.equal(422);
    expect((await openCapa()).status).to.equal(503);
  });

  it('stays kept for another move that was judged after the one that overtook the refused one', async () => {
    const { id, orgId, patchAt, openCapa, isAskedFor } = await inVerification();
    workflow.overtake(async () => {
      await records.apply(orgId, workflow.move(id, 'implementation'));
      await isAskedFor();
    });
    expect((await patchAt(2, { status: 'rejected' })).status).to.equal(412);
    expect((await openCapa()).status).to.equal(503);
  });

  it('stays kept beside a move that leaves it as it is', async () => {
    const { id, orgId, patch, openCapa } = await inVerification();
    const opened: ApiAnswer[] = [];
    workflow.overtake(async () => {
      await records.apply(orgId, workflow.move(id, 'qa_check', { record_move: null }));
      opened.push(await openCapa());
    });
    expect((await patch({ status: 'closed' })).status).to.equal(200);
    expect(opened.map(({ status }) => status)).to.deep.equal([503]);
    expect(workflow.statesOf(id)).to.deep.equal(['verification', 'qa_check', 'closed']);
  });

  it('ends by a move that is judged anew since another came first', async () => {
    const { id, patch } = await inVerification();
    workflow.overtake(async () => workflow.move(id, 'implementation'));
    const { status, body } = await patch({ status: 'closed' });
    expect([status, body.data?.status, body.data?.version]).to.deep.equal([200, 'closed', 4]);
    expect(workflow.statesOf(id)).to.deep.equal(['verification', 'implementation', 'closed']);
  });

  it('is told to try again while nobody knows of the move, and free after half a minute where it never comes', async () => {
    const { patch, isAskedFor } = await inVerification();
    await isAskedFor();
    const asked = now.getTime();
    for (const afterMs of [0, COMMAND_MS]) {
      now = new Date(asked + afterMs);
      const kept = await patch({ title: 'Other' });
      expect([kept.status, kept.body.error?.details.reason], `after ${afterMs} ms`).to.deep.equal([503, 'ending']);
    }
    now = new Date(asked + LATER_MS);
    expect((await patch({ title: 'Other' })).status).to.equal(200);
  });

  it('is changed beside a question of which nothing is committed', async () => {
    const { id, orgId, patch } = await inVerification();
    await records.get(orgId, id, { ...CLOSING, commits: false });
    expect((await patch({ title: 'Other' })).status).to.equal(200);
  });
});
