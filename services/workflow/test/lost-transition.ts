import { workflowEvents } from '@qsc/contracts/events';
import { AS_SERVICES_READ, eventually } from '@qsc/test-kit';
import { type Person, readInstance, type WorkflowMesh } from './mesh.ts';
import { openDatabase } from './signed-record.ts';

const RESERVATION_MS = 30_000;

/**
 * Acts on a quality event, which makes a transition, and restores the event in its service's database as it was while it was reserved
 * for it, as if neither the call of the workflow service nor its event had arrived yet.
 */
export const withoutItsTransition = async <Answer>(
  mesh: WorkflowMesh,
  by: Person,
  eventId: string,
  act: () => Promise<Answer>,
): Promise<Answer> => {
  await readInstance(by, eventId);
  const quality = openDatabase(mesh, 'quality');
  const events = quality.collection<{ _id: string }>('quality_event');
  const before = await events.findOne({ _id: eventId }, AS_SERVICES_READ);
  if (!before) throw new Error(`There is no quality event ${eventId}.`);
  const isMove = ({ type, subject }: { type: string; subject: string }) =>
    type === workflowEvents.moved.type && subject === eventId;
  const known = new Set(mesh.tap.notices.filter(isMove).map(({ id }) => id));
  const answer = await act();
  const transitioned = await mesh.tap.nextNotice('the transition', (event) => isMove(event) && !known.has(event.id));
  await eventually('its service has handled the event', () =>
    quality.collection<{ _id: string }>('inbox').findOne({ _id: new RegExp(`/${transitioned.id}$`) }, AS_SERVICES_READ),
  );
  const { id: transition_id, data: patch } = workflowEvents.moved.payload.parse(transitioned.data.record);
  const until = new Date(Date.now() + RESERVATION_MS);
  await events.replaceOne({ _id: eventId }, { ...before, reservation: { transition_id, until, patch } });
  return answer;
};
