import { AS_SERVICES_READ, eventually } from '@qsc/test-kit';
import { instanceOf, type Person, type WorkflowMesh } from './mesh.ts';
import { databaseOf } from './signed-record.ts';

/**
 * Acts on a quality event, which moves, and leaves the event in its owner's database as it was before: as though neither the
 * call of the workflow service nor its event had brought the move yet.
 */
export const withoutItsMove = async <Answer>(
  mesh: WorkflowMesh,
  by: Person,
  eventId: string,
  act: () => Promise<Answer>,
): Promise<Answer> => {
  await instanceOf(by, eventId);
  const quality = databaseOf(mesh, 'quality');
  const events = quality.collection<{ _id: string }>('quality_event');
  const before = await events.findOne({ _id: eventId }, AS_SERVICES_READ);
  if (!before) throw new Error(`There is no quality event ${eventId}.`);
  const isMove = ({ type, subject }: { type: string; subject: string }) =>
    type === 'workflow.instance.moved.v1' && subject === eventId;
  const known = new Set(mesh.tap.notices.filter(isMove).map(({ id }) => id));
  const answer = await act();
  const moved = await mesh.tap.nextNotice('the move', (event) => isMove(event) && !known.has(event.id));
  await eventually('its owner has taken the event', () =>
    quality.collection<{ _id: string }>('inbox').findOne({ _id: new RegExp(`/${moved.id}$`) }, AS_SERVICES_READ),
  );
  await events.replaceOne({ _id: eventId }, before);
  return answer;
};
