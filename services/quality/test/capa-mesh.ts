import type { AppError } from '@qsc/service-kit';
import { capaFixture } from './capa-fixture.ts';
import { type QualityMesh, startQualityMesh } from './mesh.ts';
import { catchRefusal, recordClient } from './record-client.ts';
import { type StandInWorkflow, startStandInWorkflow } from './stand-in-workflow.ts';

/** Quality events as their workflow meets them, where the test says which state each is in. */
export type Moves = {
  /** Brings the event into the state, whatever its definition would allow. */
  enter(orgId: string, id: string, state: string): Promise<unknown>;
  /** Whether a transition to the state would change the event. Throws the refusal. */
  changes(orgId: string, id: string, state: string): Promise<boolean>;
  refusal(orgId: string, id: string, state: string): Promise<AppError>;
  facts(orgId: string, id: string): Promise<Record<string, unknown>>;
};

/** The quality service beside a stand-in for the workflow service. */
export type CapaMesh = { mesh: QualityMesh; transitions: Moves; stop(): Promise<void> } & ReturnType<
  typeof capaFixture
>;

/** Starts it. */
export const startCapaMesh = async (): Promise<CapaMesh> => {
  const workflow: { current?: StandInWorkflow } = {};
  const mesh = await startQualityMesh({
    async workflowPort({ meshSecret }) {
      workflow.current = await startStandInWorkflow(meshSecret);
      return workflow.current.port;
    },
  });
  const records = recordClient(mesh);
  if (workflow.current) workflow.current.records = records;
  const ask = async (orgId: string, id: string, to_state: string) => {
    const made = await workflow.current?.reserve(orgId, id, { to_state });
    if (made) await records.release(orgId, id, made.id);
    return made?.changed ?? false;
  };
  return {
    mesh,
    ...capaFixture(mesh),
    transitions: {
      async enter(orgId, id, state) {
        // A state that is no status has no rules of the event.
        const made = await workflow.current?.reserve(orgId, id, { to_state: 'unruled' });
        if (!made) return;
        const transition = { ...made, to_state: state, changed: true };
        workflow.current?.commit(transition);
        await records.apply(orgId, transition);
      },
      changes: ask,
      refusal: (orgId, id, state) => catchRefusal(ask(orgId, id, state)),
      facts: async (orgId, id) => JSON.parse((await records.get(orgId, id)).facts_json),
    },
    async stop() {
      records.close();
      await mesh.stop();
      await workflow.current?.stop();
    },
  };
};
