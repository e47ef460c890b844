import type { ChangeQualityEventRequest__Output } from '@qsc/contracts/grpc/quality/v1/ChangeQualityEventRequest';
import type { CheckAttachableRequest__Output } from '@qsc/contracts/grpc/quality/v1/CheckAttachableRequest';
import type { CreateQualityEventRequest__Output } from '@qsc/contracts/grpc/quality/v1/CreateQualityEventRequest';
import type { FindQualityEventsRequest__Output } from '@qsc/contracts/grpc/quality/v1/FindQualityEventsRequest';
import type { ListRelatedQualityEventsRequest__Output } from '@qsc/contracts/grpc/quality/v1/ListRelatedQualityEventsRequest';
import type { ReadQualityEventsRequest__Output } from '@qsc/contracts/grpc/quality/v1/ReadQualityEventsRequest';
import type { ScanQualityEventsRequest__Output } from '@qsc/contracts/grpc/quality/v1/ScanQualityEventsRequest';
import type { WalkQualityEventsRequest__Output } from '@qsc/contracts/grpc/quality/v1/WalkQualityEventsRequest';
import {
  type GrpcService,
  type Log,
  parsePart,
  type RecordOwner,
  recordGrpc,
  serviceDefinition,
  unary,
} from '@qsc/service-kit';
import type { CommandService } from './command.service.ts';
import { toSnapshot } from './quality-event/event-change.ts';
import type { CheckAttachable, KnownEvents, ScanQualityEvents } from './quality-event/for-services.query.ts';
import { QualityEventListQuery } from './quality-event/quality-event.schemas.ts';
import type { QualityEventService } from './quality-event/quality-event.service.ts';
import type { QualityEvent } from './quality-event/quality-event.ts';

type Parts = {
  events: Pick<QualityEventService, 'list'>;
  owner: RecordOwner<QualityEvent>;
  scan: ScanQualityEvents;
  known: KnownEvents;
  checkAttachable: CheckAttachable;
  commands: CommandService;
  log: Log;
};

const toQuery = ({ related_id, page, per_page }: ListRelatedQualityEventsRequest__Output): QualityEventListQuery => {
  const query = { related_entity_id: related_id, page: String(page), per_page: String(per_page) };
  return parsePart(QualityEventListQuery, query, 'request') as QualityEventListQuery;
};

/** The gRPC services of the quality service (proto/quality/v1, proto/record/v1). */
export const qualityGrpc = ({ events, owner, scan, known, checkAttachable, commands, log }: Parts): GrpcService[] => [
  {
    definition: serviceDefinition('quality'),
    implementation: {
      ListRelatedQualityEvents: unary(log, async (request: ListRelatedQualityEventsRequest__Output) => {
        const { data, meta } = await events.list(request.org_id, toQuery(request));
        return { events_json: data.map((event) => JSON.stringify(event)), total: meta.total };
      }),
      ScanQualityEvents: unary(log, async ({ after_id, limit }: ScanQualityEventsRequest__Output) => ({
        events: (await scan({ afterId: after_id, limit })).map((event) => ({
          org_id: event.org_id,
          snapshot_json: JSON.stringify(toSnapshot(event)),
        })),
      })),
      ReadQualityEvents: unary(log, async ({ org_id, ids }: ReadQualityEventsRequest__Output) => ({
        events_json: (await known.read(org_id, ids)).map((event) => JSON.stringify(event)),
      })),
      WalkQualityEvents: unary(log, async ({ org_id, after_id, limit }: WalkQualityEventsRequest__Output) => ({
        events_json: (await known.walk(org_id, { afterId: after_id, limit })).map((event) => JSON.stringify(event)),
      })),
      FindQualityEvents: unary(log, async ({ org_id, numbers }: FindQualityEventsRequest__Output) => ({
        found: await known.find(org_id, numbers),
      })),
      CheckAttachable: unary(log, async ({ org_id, id }: CheckAttachableRequest__Output) => {
        await checkAttachable(org_id, id);
        return {};
      }),
      CreateQualityEvent: unary(log, (request: CreateQualityEventRequest__Output) => commands.create(request)),
      ChangeQualityEvent: unary(log, (request: ChangeQualityEventRequest__Output) => commands.change(request)),
    },
  },
  recordGrpc(owner, log),
];
