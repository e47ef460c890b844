import type { MoveSnapshot } from '@qsc/contracts/events';
import { eventually, publishEvent, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import { capaFixture, completion } from './capa-fixture.ts';
import { type QualityMesh, startQualityMesh } from './mesh.ts';
import { recordClient, refusalOf } from './record-client.ts';
import { movedEvent, type StandInWorkflow, startStandInWorkflow } from './stand-in-workflow.ts';

const CAUSE = { category: 'Equipment', description: 'Worn seal' };

describe('quality events that their workflow keeps as they are', () => {
  let workflow: StandInWorkflow;
  let mesh: QualityMesh;
  let records: ReturnType<typeof recordClient>;
  before(async () => {
    mesh = await startQualityMesh({
      async workflowPort({ meshSecret }) {
        workflow = await startStandInWorkflow(meshSecret);
        return workflow.port;
      },
    });
    records = recordClient(mesh);
  });
  after(async () => {
    records.close();
    await mesh.stop();
    await workflow.stop();
  });

  const open = async (more: object = {}) => {
    const api = mesh.api();
    const body = { type: 'deviation', title: 'Deviation', description: 'It deviates.', ...more };
    const { id } = (await api.post('/v1/quality-events', body)).body.data as { id: string };
    return subjectOf(api, id);
  };

  const subjectOf = (api: ReturnType<QualityMesh['api']>, id: string) => {
    const path = `/v1/quality-events/${id}`;
    return {
      ...{ id, api, orgId: api.orgId },
      read: async () => (await api.get(path)).body.data,
      patch: (change: object) => api.patch(path, change),
      apply: (move: MoveSnapshot) => records.apply(api.orgId, move),
      /** The move into an approval state, which leaves the record as it is, and the decision on it. */
      asks: () => workflow.move(id, 'pending_approval', { record_move: null, approval_id: 'apr_1' }),
      decides: () => workflow.move(id, 'implementation', { record_move: 1, action: 'approve' }),
    };
  };

  const isRefused = ({ status, body }: Awaited<ReturnType<ReturnType<typeof subjectOf>['patch']>>) =>
    expect([status, body.error?.code, body.error?.details]).to.deep.equal([
      409,
      'conflict',
      { reason: 'waits_for_approval', approval_id: 'apr_1' },
    ]);

  describe('while they wait for approval', () => {
    it('keep their content until the decision', async () => {
      const { apply, asks, decides, patch, read } = await open();
      await apply(asks());
      isRefused(await patch({ title: 'Other' }));
      expect(await read()).to.include({ title: 'Deviation', version: 1 });
      expect((await patch({ title: 'Deviation' })).status, 'what changes nothing').to.equal(200);
      await apply(decides());
      expect((await patch({ title: 'Other' })).body.data).to.include({ title: 'Other', status: 'implementation' });
    });

    it('know it by the event alone, whether or not workflow could tell at once', async () => {
      const { asks, orgId, patch } = await open();
      await publishEvent(testEnvironment().amqpUrl, movedEvent(orgId, asks()));
      await eventually('the content is kept', async () => {
        const { body } = await patch({ category: String(Math.random()) });
        return body.error?.details?.reason === 'waits_for_approval';
      });
    });

    it('are free again where the decision comes before the news of the round', async () => {
      const { apply, asks, decides, patch } = await open();
      const asked = asks();
      await apply(decides());
      await apply(asked);
      expect((await patch({ title: 'Other' })).status).to.equal(200);
    });

    it('are free as soon as it is decided, also where the decision has not come here yet', async () => {
      const { apply, asks, decides, patch } = await open();
      await apply(asks());
      decides();
      expect((await patch({ title: 'Other' })).status).to.equal(200);
    });

    it('keep the actions of a CAPA', async () => {
      const api = mesh.api();
      const { id, path, patchAction } = await capaFixture(mesh).capa(api);
      const { apply, asks } = subjectOf(api, id);
      await apply(asks());
      isRefused(await patchAction({ status: 'completed', ...completion }));
      isRefused(await api.post(`${path}/actions`, { type: 'preventive', description: 'Train the staff' }));
    });

    it('have the content that a decision is asked about, whatever is changed at the same moment', async () => {
      const { id, asks, orgId, patch, read } = await open();
      const replica = await mesh.startReplica();
      try {
        const other = mesh.api({ orgId }, replica);
        const change = (index: number) =>
          index % 2 === 0
            ? patch({ title: `Title ${index}` })
            : other.patch(`/v1/quality-events/${id}`, { title: `Title ${index}` });
        const waiting = { approval_id: asks().approval_id, move: 1 };
        const before = Array.from({ length: 8 }, (_, index) => change(index));
        const asked = records.get(orgId, id, { waiting });
        const beside = Array.from({ length: 8 }, (_, index) => change(index + 8));
        const { content_json } = await asked;
        for (const answer of await Promise.all([...before, ...beside])) if (answer.status !== 200) isRefused(answer);
        isRefused(await patch({ title: 'Last' }));
        expect((await read()).title).to.equal(JSON.parse(content_json).title);
      } finally {
        await replica.stop();
      }
    });
  });

  describe('once a state has required a field', () => {
    const required = async () => {
      const event = await open({ root_cause: CAUSE });
      const required_fields = ['root_cause.category', 'root_cause.description'];
      await event.apply(workflow.move(event.id, 'root_cause_identified', { required_fields }));
      return event;
    };

    it('have it changed and not taken away', async () => {
      const { patch, read } = await required();
      for (const root_cause of [null, { description: null }]) {
        const { status, body } = await patch({ root_cause });
        expect([status, body.error.code]).to.deep.equal([422, 'missing_required_fields']);
        expect(body.error.details.missing_fields).to.include('root_cause.description');
      }
      expect((await read()).version).to.equal(2);
      const { body } = await patch({ root_cause: { description: 'Worn and dry seal' }, category: null });
      expect(body.data.root_cause).to.include({ category: 'Equipment', description: 'Worn and dry seal' });
    });

    it('have it taken away by no data of a later move either', async () => {
      const { id, orgId } = await required();
      const move = { to_state: 'action_planning', data_json: JSON.stringify({ root_cause: null }) };
      expect((await refusalOf(records.get(orgId, id, { move }))).code).to.equal('missing_required_fields');
    });
  });

  describe('while a move that requires a field is committed', () => {
    const FIELDS = ['root_cause.category', 'root_cause.description'];
    const move = { to_state: 'root_cause_identified', data_json: '{}' };
    const codeOf = ({ status, body }: Awaited<ReturnType<ReturnType<typeof subjectOf>['patch']>>) => [
      status,
      body.error?.code,
    ];

    for (const [door, asked] of [
      ['the workflow', { move, commits: true, required_fields: FIELDS }],
      ['their own service', { commits: true, required_fields: FIELDS }],
    ] as const)
      it(`which is asked for at ${door}, have it changed and not taken away`, async () => {
        const { id, orgId, patch } = await open({ root_cause: CAUSE });
        await records.get(orgId, id, asked);
        expect(codeOf(await patch({ root_cause: null }))).to.deep.equal([422, 'missing_required_fields']);
        expect((await patch({ root_cause: { description: 'Dry seal' } })).body.data.version).to.equal(2);
      });

    it('and which is refused for want of it, are free', async () => {
      const { id, orgId, patch } = await open({ root_cause: { category: 'Equipment' } });
      const refused = await refusalOf(records.get(orgId, id, { move, commits: true, required_fields: FIELDS }));
      expect([refused.code, refused.details]).to.deep.equal([
        'missing_required_fields',
        { missing_fields: ['root_cause.description'] },
      ]);
      expect((await patch({ root_cause: null })).status).to.equal(200);
    });
  });

  it('are changed where they were stored before any of it was kept', async () => {
    const { id, apply, asks, patch } = await open();
    const stored = mesh.database.collection<{ _id: string }>('quality_event');
    await stored.updateOne({ _id: id }, { $unset: { standing: '' } });
    expect((await patch({ title: 'Other' })).status).to.equal(200);
    await stored.updateOne({ _id: id }, { $unset: { standing: '' } });
    await apply(asks());
    isRefused(await patch({ title: 'Again' }));
  });
});
