import { integrationEvents } from '@qsc/contracts/events';
import { type Collection, DuplicateKey, defineCollection, insert, makeEvent, type UnitOfWork } from '@qsc/service-kit';
import { z } from 'zod';
import type { LocalRecord } from '../local/local-record.ts';
import { QUALITY_EVENT } from '../local/quality-event.ts';
import type { MirrorPair, MirrorRun } from './mirror.ts';
import { type ExternalSignature, signatureKey } from './signature.ts';

/** Signatures of external systems that have an audit entry; `_id` is the connection, the external key and the signature's own. */
export const externalSignatureDefinition = defineCollection({
  name: 'external_signature',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    connection_id: z.string(),
    mapping_id: z.string(),
    external_id: z.string(),
    entity_id: z.string(),
    signer: z.string().nullable(),
    meaning: z.string().nullable(),
    signed_at: z.string().nullable(),
    recorded_at: z.date(),
  }),
  indexes: [],
});

type Row = z.infer<typeof externalSignatureDefinition.shape>;

/** Writes the audit entry of a signature that was made in an external system, once. */
export type RecordSignature = (
  run: Pick<MirrorRun, 'connection' | 'mapping' | 'call'>,
  pair: Pick<MirrorPair, 'externalId' | 'local'>,
  signature: ExternalSignature,
) => Promise<void>;

/** A quality event is audited as what it is. */
const auditedType = ({ entityType, attributes }: LocalRecord): string =>
  entityType === QUALITY_EVENT ? String(attributes.type) : entityType;

const toEvent: (...about: Parameters<RecordSignature>) => ReturnType<typeof makeEvent> = (
  { connection, mapping, call },
  { externalId, local },
  signature,
) => {
  const facts = {
    connection_id: connection.id,
    connection_name: connection.name,
    system: connection.type,
    external_id: externalId,
    field: mapping.esignature_sync?.signature_field ?? '',
    ...signature,
  };
  return makeEvent(integrationEvents.signatureRecorded, call, {
    audit: {
      action: 'update',
      entity_type: auditedType(local),
      entity_id: local.id,
      entity_name: local.name,
      entity_version: local.version,
      changes: {},
      // It is not verified here, so it is a detail of the entry and not its signature.
      details: { external_signature: facts },
    },
    record: { entity_id: local.id, ...facts },
  });
};

/** The record of external signatures. */
export const makeRecordSignature =
  (rows: Collection<Row>, unitOfWork: Pick<UnitOfWork, 'commit'>): RecordSignature =>
  async (run, pair, signature) => {
    const { connection, mapping, call } = run;
    const { externalId: external_id, local } = pair;
    const row: Row = {
      _id: `${connection.id}/${mapping.id}/${external_id}/${signatureKey(signature)}`,
      org_id: call.actor.org_id,
      connection_id: connection.id,
      mapping_id: mapping.id,
      external_id,
      entity_id: local.id,
      ...signature,
      recorded_at: call.now,
    };
    try {
      await unitOfWork.commit([insert(rows, row)], [toEvent(run, pair, signature)]);
    } catch (error) {
      // It has its entry.
      if (!(error instanceof DuplicateKey && error.collection === externalSignatureDefinition.name)) throw error;
    }
  };
