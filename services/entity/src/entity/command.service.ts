import type { ChangedEntity__Output } from '@qsc/contracts/grpc/entity/v1/ChangedEntity';
import type { ChangeEntityRequest__Output } from '@qsc/contracts/grpc/entity/v1/ChangeEntityRequest';
import type { CreateEntityRequest__Output } from '@qsc/contracts/grpc/entity/v1/CreateEntityRequest';
import { type Call, invalidField, parsePart } from '@qsc/service-kit';
import { changedMessage } from './entity.message.ts';
import { CreateEntity, PatchEntity } from './entity.schemas.ts';
import { type EntityPatch, patchEntity } from './entity.ts';
import type { EntityWriter } from './entity-writer.ts';

/** What other services ask to be changed, by the rules of the HTTP endpoints and with what only services may say. */
export type CommandService = {
  create(request: CreateEntityRequest__Output, call: Call): Promise<ChangedEntity__Output>;
  change(request: ChangeEntityRequest__Output, call: Call): Promise<ChangedEntity__Output>;
};

/** What a message carries as JSON; nothing for an empty text. Throws `validation_failed` that names the field. */
export const parseJson = (text: string, field: string): unknown => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw invalidField(field, 'invalid_json', 'This is not JSON.');
  }
};

const parseCompanion = ({ companion }: ChangeEntityRequest__Output): EntityPatch['companion'] =>
  companion
    ? { kind: companion.kind, record: parseJson(companion.record_json, 'companion') as Record<string, unknown> }
    : undefined;

const toPatch = (request: ChangeEntityRequest__Output): EntityPatch => {
  const { name, attributes_json, transition_to } = request;
  const patch = parsePart(PatchEntity, { name, attributes: parseJson(attributes_json, 'attributes') }, 'command');
  return { ...(patch as EntityPatch), transitionTo: transition_to, companion: parseCompanion(request) };
};

/** The commands that the system of record takes from other services. The answer is kept as it is for a repetition. */
export const makeCommandService = (writer: EntityWriter): CommandService => ({
  create({ type, name, attributes_json }, call) {
    const attributes = parseJson(attributes_json, 'attributes');
    const input = parsePart(CreateEntity, { type, name, attributes }, 'command') as CreateEntity;
    return writer.create(input, call, ({ entity }) => changedMessage(entity, {}));
  },
  change(request, call) {
    const patch = toPatch(request);
    return writer.change({ id: request.id, type: request.type }, call, {
      change: (entity) => patchEntity(entity, patch, call),
      toAnswer: ({ entity }, before) => changedMessage(entity, { before, companion: patch.companion }),
    });
  },
});
