import type { TransitionSnapshot } from '@qsc/contracts/events';
import { eventually, publishEvent, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import { capaFixture, completion } from './capa-fixture.ts';
import { type QualityMesh, startQualityMesh } from './mesh.ts';
import { catchRefusal, recordClient } from './record-client.ts';
import { type StandInWorkflow, startStandInWorkflow, transitionedEvent } from './stand-in-workflow.ts';

const CAUSE = { category: 'Equipment', description: 'Worn seal' };

describe('quality events whose workflow restricts changes', () => {
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
    workflow.records = records;
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
    return makeSubject(api, id);
  };

  const makeSubject = (api: ReturnType<QualityMesh['api']>, id: string) => {
    const path = `/v1/quality-events/${id}`;
    return {
      ...{ id, api, orgId: api.orgId },
      read: async () => (await api.get(path)).body.data,
      patch: (change: object) => api.patch(path, change),
      apply: async (transition: TransitionSnapshot | Promise<TransitionSnapshot>) =>
        records.apply(api.orgId, await transition),
      /** The transition into an approval state, which does not change the record, and the decision. */
      asks: () => workflow.transition(api.orgId, id, { to_state: 'pending_approval', approval_id: 'apr_1' }),
      decides: () => workflow.transition(api.orgId, id, { to_state: 'implementation', action: 'approve' }),
    };
  };

  const isRefused = ({ status, body }: Awaited<ReturnType<ReturnType<typeof makeSubject>['patch']>>) =>
    expect([status, body.error?.code, body.error?.details]).to.deep.equal([
      409,
      'conflict',
      { reason: 'waits_for_approval', approval_id: 'apr_1' },
    ]);

  describe('while they wait for approval', () => {
    it('refuse changes of the content until the decision', async () => {
      const { apply, asks, decides, patch, read } = await open();
      await apply(asks());
      isRefused(await patch({ title: 'Other' }));
      expect(await read()).to.include({ title: 'Deviation', version: 1 });
      expect((await patch({ title: 'Deviation' })).status, 'what changes nothing').to.equal(200);
      await apply(decides());
      expect((await patch({ title: 'Other' })).body.data).to.include({ title: 'Other', status: 'implementation' });
    });

    it('learn of the approval by the event alone', async () => {
      const { asks, orgId, patch } = await open();
      await publishEvent(testEnvironment().amqpUrl, transitionedEvent(orgId, await asks()));
      await eventually('changes of the content are refused', async () => {
        const { body } = await patch({ category: String(Math.random()) });
        return body.error?.details?.reason === 'waits_for_approval';
      });
    });

    it('accept changes as soon as it is decided, even if the decision has not arrived yet', async () => {
      const { apply, asks, decides, patch } = await open();
      await apply(asks());
      const decided = await decides();
      const changed = patch({ title: 'Other' });
      await apply(decided);
      expect((await changed).status).to.equal(200);
    });

    it('refuse changes of the actions of a CAPA', async () => {
      const api = mesh.api();
      const { id, path, patchAction } = await capaFixture(mesh).capa(api);
      const { apply, asks } = makeSubject(api, id);
      await apply(asks());
      isRefused(await patchAction({ status: 'completed', ...completion }));
      isRefused(await api.post(`${path}/actions`, { type: 'preventive', description: 'Train the staff' }));
    });

    it('have the content that is decided on, despite concurrent changes', async () => {
      const { id, asks, orgId, patch, read } = await open();
      const replica = await mesh.startReplica();
      try {
        const other = mesh.api({ orgId }, replica);
        const change = (index: number) =>
          index % 2 === 0
            ? patch({ title: `Title ${index}` })
            : other.patch(`/v1/quality-events/${id}`, { title: `Title ${index}` });
        const before = Array.from({ length: 8 }, (_, index) => change(index));
        const pending = asks();
        const beside = Array.from({ length: 8 }, (_, index) => change(index + 8));
        const transition = await pending;
        const { content_json } = await records.get(orgId, id);
        await records.apply(orgId, transition);
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
      await event.apply(
        workflow.transition(event.orgId, event.id, { to_state: 'root_cause_identified', required_fields }),
      );
      return event;
    };

    it('accept a change of it and refuse its removal', async () => {
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

    it('refuse its removal by the data of a later transition', async () => {
      const { id, orgId } = await required();
      const transition = { to_state: 'action_planning', data: { root_cause: null } };
      expect((await catchRefusal(workflow.reserve(orgId, id, transition))).code).to.equal('missing_required_fields');
    });
  });
});
