import { exampleId, newId } from '@qsc/contracts';
import { defineEvent } from '@qsc/contracts/events';
import {
  type Composed,
  type Consumer,
  created,
  defineCollection,
  insert,
  type Kit,
  makeEvent,
  none,
  notFound,
  one,
  replace,
  requireMatch,
  route,
  type ServiceConfig,
  type StartOptions,
  startService,
} from '@qsc/service-kit';
import { z } from 'zod';

/** The smallest service that uses all of the kit: notes that can be made and changed. */
export const noteDefinition = defineCollection({
  name: 'note',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    title: z.string(),
    text: z.string(),
    version: z.number().int(),
  }),
  indexes: [{ keys: { org_id: 1, title: 1 }, unique: true }],
});

export const NoteRecord = z.object({ id: z.string(), title: z.string() });

const Note = z
  .object({ id: z.string(), title: z.string(), text: z.string(), version: z.number().int() })
  .meta({ id: 'Note' });
const NewNote = z.strictObject({ title: z.string(), text: z.string().default('') }).meta({ id: 'NewNote' });
const NotePatch = z.strictObject({ text: z.string() }).meta({ id: 'NotePatch' });
const NoteId = z.object({ note_id: z.string().meta({ description: 'Which note.', examples: [exampleId('event')] }) });

const noteExample = { id: exampleId('event'), title: 'Shopping', text: 'Bread', version: 1 };

export type NoteService = Awaited<ReturnType<typeof startNoteService>>;

/** Starts it. `event` lets each test file have event types of its own on the shared broker. */
export const startNoteService = async (
  config: ServiceConfig,
  event: string,
  consumers: (kit: Kit) => Consumer[] = () => [],
  options: StartOptions = {},
) => {
  const noteMade = defineEvent(event, 'A note was made', NoteRecord);
  let composedKit: Kit | undefined;

  const compose = (kit: Kit): Composed => {
    composedKit = kit;
    const notes = kit.open(noteDefinition);
    const makeNoteEvent = (
      call: Parameters<typeof makeEvent>[1],
      note: { _id: string; title: string; version: number },
    ) =>
      makeEvent(noteMade, call, {
        audit: {
          action: 'create',
          entity_type: 'note',
          entity_id: note._id,
          entity_name: note.title,
          entity_version: note.version,
          changes: {},
        },
        record: { id: note._id, title: note.title },
      });
    return {
      consumers: consumers(kit),
      routes: [
        route({
          id: 'createNote',
          tag: 'Entities',
          method: 'post',
          path: '/notes',
          summary: 'Make a note',
          description: 'Makes a note.',
          scope: 'entities:write',
          body: NewNote,
          example: { body: { title: 'Shopping' }, answer: noteExample },
          answer: created(Note, ({ id }) => `/v1/notes/${id}`),
          handle: ({ body, call }) =>
            kit.unitOfWork.decide(call, {}, () => {
              const note = { _id: newId('event'), org_id: call.actor.org_id, ...body, version: 1 };
              return {
                changes: [insert(notes, note)],
                events: [makeNoteEvent(call, note)],
                answer: { ...note, id: note._id },
              };
            }),
        }),
        route({
          id: 'updateNote',
          tag: 'Entities',
          method: 'patch',
          path: '/notes/:note_id',
          summary: 'Change a note',
          description: 'Changes a note.',
          scope: 'entities:write',
          params: NoteId,
          body: NotePatch,
          example: { body: { text: 'Butter' }, answer: noteExample },
          answer: one(Note),
          handle: ({ params, body, call }) =>
            kit.unitOfWork.decide(call, {}, async () => {
              const note = await notes.findOne({ org_id: call.actor.org_id, _id: params.note_id });
              if (!note) throw notFound('note', params.note_id);
              requireMatch(call, note.version);
              const changed = { ...note, text: `${note.text}${body.text}`, version: note.version + 1 };
              return {
                changes: [replace(notes, changed, note.version)],
                events: [makeNoteEvent(call, changed)],
                answer: { ...changed, id: note._id },
              };
            }),
        }),
        route({
          id: 'pinNote',
          tag: 'Entities',
          method: 'post',
          path: '/notes/:note_id/pin',
          summary: 'Pin a note',
          description: 'Takes no body.',
          scope: 'entities:write',
          params: NoteId,
          example: { answer: noteExample },
          answer: one(Note),
          handle: async ({ params }) => ({ ...noteExample, id: params.note_id }),
        }),
        route({
          id: 'fail',
          tag: 'Entities',
          method: 'delete',
          path: '/faults',
          summary: 'Fails',
          description: 'Fails without a coded error.',
          example: {},
          scope: 'authenticated',
          answer: none(),
          handle: async () => {
            throw new Error('secret detail of a driver');
          },
        }),
      ],
    };
  };

  const running = await startService({ name: 'note', config, collections: [noteDefinition], compose }, options);
  if (!composedKit) throw new Error('the service was not composed');
  return { ...running, kit: composedKit, noteMade };
};
