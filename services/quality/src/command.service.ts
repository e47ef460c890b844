import type { ChangeQualityEventRequest__Output } from '@qsc/contracts/grpc/quality/v1/ChangeQualityEventRequest';
import type { CreateQualityEventRequest__Output } from '@qsc/contracts/grpc/quality/v1/CreateQualityEventRequest';
import type { WrittenQualityEvent__Output } from '@qsc/contracts/grpc/quality/v1/WrittenQualityEvent';
import { invalidField, parsePart, type TakeCommand } from '@qsc/service-kit';
import { CreateQualityEvent, PatchQualityEvent } from './quality-event/quality-event.schemas.ts';
import type { QualityEventService } from './quality-event/quality-event.service.ts';

/** Writes that other services request, by the rules of the HTTP endpoints and once for each command. */
export type CommandService = {
  create(request: CreateQualityEventRequest__Output): Promise<WrittenQualityEvent__Output>;
  change(request: ChangeQualityEventRequest__Output): Promise<WrittenQualityEvent__Output>;
};

type Parts = { events: Pick<QualityEventService, 'create' | 'patch'>; takeCommand: TakeCommand };

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidField('body', 'invalid_json', 'This is not JSON.');
  }
};

const written = (view: unknown): WrittenQualityEvent__Output => ({ event_json: JSON.stringify(view) });

/** The commands that the quality service accepts from other services. */
export const makeCommandService = ({ events, takeCommand }: Parts): CommandService => ({
  create: async (request) =>
    written(
      await takeCommand('CreateQualityEvent', request, (call) =>
        events.create(parsePart(CreateQualityEvent, parseJson(request.input_json), 'body') as CreateQualityEvent, call),
      ),
    ),
  change: async (request) =>
    written(
      await takeCommand('ChangeQualityEvent', request, (call) => {
        const patch = parsePart(PatchQualityEvent, parseJson(request.patch_json), 'body') as PatchQualityEvent;
        return events.patch(request.id, patch, call);
      }),
    ),
});
