import type { DocumentReference } from '@qsc/contracts';
import type { ChangeEntityRequest__Output } from '@qsc/contracts/grpc/entity/v1/ChangeEntityRequest';
import type { CreateEntityRequest__Output } from '@qsc/contracts/grpc/entity/v1/CreateEntityRequest';
import type { DocumentReference as DocumentReferenceMessage } from '@qsc/contracts/grpc/entity/v1/DocumentReference';
import type { FindEntitiesRequest__Output } from '@qsc/contracts/grpc/entity/v1/FindEntitiesRequest';
import type { GetEntityNamesRequest__Output } from '@qsc/contracts/grpc/entity/v1/GetEntityNamesRequest';
import type { GetEntityRequest__Output } from '@qsc/contracts/grpc/entity/v1/GetEntityRequest';
import type { ListAttachmentsRequest__Output } from '@qsc/contracts/grpc/entity/v1/ListAttachmentsRequest';
import type { ListNeighboursRequest__Output } from '@qsc/contracts/grpc/entity/v1/ListNeighboursRequest';
import type { ListSuppliedItemsRequest__Output } from '@qsc/contracts/grpc/entity/v1/ListSuppliedItemsRequest';
import type { ReadDocumentsRequest__Output } from '@qsc/contracts/grpc/entity/v1/ReadDocumentsRequest';
import type { ReadEntitiesRequest__Output } from '@qsc/contracts/grpc/entity/v1/ReadEntitiesRequest';
import type { ScanEntitiesRequest__Output } from '@qsc/contracts/grpc/entity/v1/ScanEntitiesRequest';
import type { WriteEntitiesRequest__Output } from '@qsc/contracts/grpc/entity/v1/WriteEntitiesRequest';
import {
  type GrpcService,
  type Log,
  notFound,
  serviceDefinition,
  streamed,
  type TakeCommand,
  unary,
} from '@qsc/service-kit';
import type { WriteEntities } from './bulk/bulk-command.service.ts';
import type { DocumentReferences } from './document/document-reference.query.ts';
import type { CommandService } from './entity/command.service.ts';
import { entityMessage } from './entity/entity.message.ts';
import type { EntityStore } from './entity/entity.store.ts';
import type { FindEntities, ScanEntities } from './entity/for-services.query.ts';
import type { ListNeighbours, Neighbours } from './relationship/neighbour.query.ts';
import type { ListSuppliedItems } from './relationship/supplied-item.query.ts';

type Parts = {
  store: EntityStore;
  commands: CommandService;
  takeCommand: TakeCommand;
  listSuppliedItems: ListSuppliedItems;
  listNeighbours: ListNeighbours;
  scan: ScanEntities;
  find: FindEntities;
  documents: DocumentReferences;
  write: WriteEntities;
  log: Log;
};

const neighboursMessage = ({ entities, links }: Neighbours) => ({
  entities: entities.map(({ attributes, ...linked }) => ({ ...linked, attributes_json: JSON.stringify(attributes) })),
  links,
});

const referenceMessage = ({ checksum, filename, ...document }: DocumentReference): DocumentReferenceMessage => ({
  ...document,
  ...(checksum === null ? {} : { checksum }),
  ...(filename === null ? {} : { filename }),
});

/** What other services ask of the system of record (proto/entity/v1). */
export const entityGrpc = ({
  store,
  commands,
  takeCommand,
  listSuppliedItems,
  listNeighbours,
  scan,
  find,
  documents,
  write,
  log,
}: Parts): GrpcService => ({
  definition: serviceDefinition('entity'),
  implementation: {
    GetEntity: unary(log, async ({ org_id, id }: GetEntityRequest__Output) => {
      const entity = await store.find(org_id, id);
      if (!entity || entity.deleted) throw notFound('entity', id);
      return entityMessage(entity);
    }),
    GetEntityNames: unary(log, async ({ org_id, ids }: GetEntityNamesRequest__Output) => {
      const names = await store.targets(org_id, ids);
      return { names: [...names.values()] };
    }),
    ListSuppliedItems: unary(log, async ({ org_id, supplier_id }: ListSuppliedItemsRequest__Output) => {
      const items = await listSuppliedItems(org_id, supplier_id);
      return {
        items: items.map(({ item, attributes }) => ({
          item: { ...entityMessage(item), relationships: [] },
          relationship_attributes_json: JSON.stringify(attributes),
        })),
      };
    }),
    ListNeighbours: streamed(
      log,
      async function* ({ org_id, include_asked, ...requested }: ListNeighboursRequest__Output) {
        for await (const part of listNeighbours(org_id, { ...requested, includeRequested: include_asked }))
          yield neighboursMessage(part);
      },
    ),
    ScanEntities: unary(log, async ({ org_id, types, after_id, limit }: ScanEntitiesRequest__Output) => ({
      entities: (await scan({ orgId: org_id, types, afterId: after_id, limit })).map(entityMessage),
    })),
    CreateEntity: unary(log, (request: CreateEntityRequest__Output) =>
      takeCommand('CreateEntity', request, (call) => commands.create(request, call)),
    ),
    ChangeEntity: unary(log, (request: ChangeEntityRequest__Output) =>
      takeCommand('ChangeEntity', request, (call) => commands.change(request, call)),
    ),
    ReadEntities: unary(log, async ({ org_id, type, ids }: ReadEntitiesRequest__Output) => {
      const found = (await store.findMany(org_id, ids)).filter((entity) => entity.type === type);
      return { entities: found.map((entity) => entityMessage({ ...entity, relationships: [] })) };
    }),
    ReadDocuments: unary(log, async ({ org_id, ids }: ReadDocumentsRequest__Output) => ({
      documents: (await documents.read(org_id, ids)).map(referenceMessage),
    })),
    ListAttachments: unary(log, async ({ org_id, record_id }: ListAttachmentsRequest__Output) => ({
      documents: (await documents.attached(org_id, record_id)).map(referenceMessage),
    })),
    FindEntities: unary(log, async ({ org_id, ...requested }: FindEntitiesRequest__Output) => ({
      found: await find(org_id, requested),
    })),
    WriteEntities: unary(log, async (request: WriteEntitiesRequest__Output) => ({ results: await write(request) })),
  },
});
