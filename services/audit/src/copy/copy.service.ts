import { Readable } from 'node:stream';
import { roleAllows, type Scope, toDay } from '@qsc/contracts';
import { auditEvents } from '@qsc/contracts/events';
import {
  type Call,
  canonicalJson,
  type Download,
  inParallel,
  type KeyRing,
  makeEvent,
  type UnitOfWork,
} from '@qsc/service-kit';
import { TABLE_MEDIA_TYPES, writeReport } from '@qsc/table-export';
import type { ChainStore } from '../chain/chain.store.ts';
import type { ReadCopiedTrail } from './copied-trail.query.ts';
import type { CopyFormat } from './copy.schemas.ts';
import { toDocument } from './copy-document.ts';
import { type CopyKind, KINDS } from './copy-kind.ts';
import type { CopySources } from './copy-source.client.ts';
import {
  COPY_SEAL,
  type CopiedRecordStatement,
  type CopyStatement,
  findNamedIds,
  findOwnNames,
  toRecordStatement,
} from './record-copy.ts';

export type CopyRequest = { kind: CopyKind; ids: readonly string[]; format: CopyFormat };

export type CopyService = {
  /**
   * A file with complete copies of the records. Throws `not_found` for the first that the organisation does not have, and
   * `service_unavailable` where a service that has a part of them is away: there is no copy with parts missing.
   */
  make(request: CopyRequest, call: Call): Promise<Download>;
};

type Parts = {
  sources: CopySources;
  readTrail: ReadCopiedTrail;
  chain: Pick<ChainStore, 'readHead'>;
  /** The newest signed checkpoints of an organisation. */
  readCheckpoints: (orgId: string, count: number) => Promise<string[]>;
  ring: Pick<KeyRing, 'signDetached'>;
  organizations: { get(orgId: string): Promise<{ name: string }> };
  unitOfWork: Pick<UnitOfWork, 'decide'>;
};

/** How many records are read concurrently; each needs several calls. */
const CONCURRENCY = 8;

/** Parts that need a scope beside that of the record. */
const PART_SCOPES: Readonly<Record<string, Scope>> = { quality_events: 'quality-events:read' };

const listOmitted = ({ actor }: Call): string[] =>
  Object.entries(PART_SCOPES)
    .filter(([, scope]) => !actor.scopes.includes(scope) || !roleAllows(actor.role, scope))
    .map(([name]) => name);

const toFilename = ({ contents }: CopyStatement, { kind, format }: CopyRequest, call: Call): string => {
  const [only, ...more] = contents;
  const name = only && more.length === 0 ? (only.number ?? only.id) : kind;
  return `${name}-copy-${toDay(call)}.${format}`;
};

const copied = (record: CopiedRecordStatement, format: CopyFormat, call: Call) =>
  makeEvent(auditEvents.recordCopied, call, {
    audit: {
      action: 'export',
      entity_type: record.type,
      entity_id: record.id,
      entity_name: record.title,
      entity_version: null,
      changes: {},
      details: { copy: format, content_hash: record.content_hash },
    },
    record: { id: record.id, type: record.type, format },
  });

/** Makes copies of records for inspectors. A copy is an action: its entries are committed before the first byte is sent. */
export const makeCopyService = (parts: Parts): CopyService => {
  const { sources, readTrail, chain, readCheckpoints, ring, organizations, unitOfWork } = parts;

  const copyRecord = async (kind: CopyKind, id: string, call: Call): Promise<CopiedRecordStatement> => {
    const { org_id } = call.actor;
    const owned = await sources.readRecord(kind, org_id, id);
    const type = String(owned.record?.type);
    const recordType = KINDS[kind].owner === 'certificate' ? 'certificate' : type;
    const [workflow, attachments, trail] = await Promise.all([
      sources.readWorkflow(org_id, id),
      sources.listAttachments(org_id, id),
      readTrail(org_id, { id, type: recordType }, call.now),
    ]);
    const statement = toRecordStatement({ owned, workflow, attachments, trail, omitted: listOmitted(call) });
    return { ...statement, type: recordType };
  };

  const readNames = async (orgId: string, records: readonly CopiedRecordStatement[]) => {
    const own = findOwnNames(records);
    const requested = await sources.readNames(orgId, [...new Set(findNamedIds(records))]);
    return Object.fromEntries([...own, ...requested]);
  };

  const toStatement = async (request: CopyRequest, call: Call): Promise<CopyStatement> => {
    const { id, org_id, name, role } = call.actor;
    const records = await inParallel(request.ids, CONCURRENCY, (id) => copyRecord(request.kind, id, call));
    const [organization, names, head, [checkpoint = null]] = await Promise.all([
      organizations.get(org_id),
      readNames(org_id, records),
      chain.readHead(org_id),
      readCheckpoints(org_id, 1),
    ]);
    return {
      format: 'record-copy/1',
      organization: { id: org_id, name: organization.name },
      made_at: call.now.toISOString(),
      made_by: { id, name, role },
      time_zone: call.zone,
      contents: records.map(({ id: recordId, type, number, title }) => ({ id: recordId, type, number, title })),
      records,
      names,
      chain: { last_sequence: head.sequence, last_hash: head.hash, checkpoint },
    };
  };

  const writeJson = (statement: CopyStatement): Readable => {
    const copy = canonicalJson(statement);
    const signature = ring.signDetached(COPY_SEAL, copy);
    return Readable.from([`{"copy":${copy},"signature":"${signature}"}\n`], { objectMode: false });
  };

  return {
    async make(request, call) {
      const statement = await toStatement(request, call);
      const { format } = request;
      return {
        contentType: format === 'pdf' ? TABLE_MEDIA_TYPES.pdf : 'application/json',
        filename: toFilename(statement, request, call),
        size: null,
        async open() {
          const events = statement.records.map((record) => copied(record, format, call));
          await unitOfWork.decide(call, {}, () => ({ changes: [], events, answer: undefined }));
          return format === 'pdf' ? writeReport(toDocument(statement)) : writeJson(statement);
        },
      };
    },
  };
};
