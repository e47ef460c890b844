import { DocumentReference } from '@qsc/contracts';
import { anyOf, type Change, type Collection, defineCollection, insert, listPage, type PageOf } from '@qsc/service-kit';
import { z } from 'zod';
import type { SignatureQuery } from './signature.schemas.ts';
import { ACTS, type Signature } from './signature.ts';

/** Signatures. Rows are only added. */
export const signatureDefinition = defineCollection({
  name: 'workflow_signature',
  shape: z.strictObject({
    _id: z.string(),
    org_id: z.string(),
    signer: z.string(),
    signer_name: z.string(),
    signer_email: z.string().nullable(),
    signer_role: z.string(),
    meaning: z.string(),
    timestamp: z.date(),
    record_id: z.string(),
    record_type: z.string(),
    record_version: z.number().int(),
    record_hash: z.string(),
    act: z.strictObject({
      action: z.enum(ACTS),
      move: z.number().int().nullable(),
      from_state: z.string().nullable(),
      to_state: z.string(),
      approval_id: z.string().nullable(),
    }),
    attachments: z.array(DocumentReference.strict()).optional(),
    request_id: z.string(),
    key_id: z.string(),
    seal: z.string(),
  }),
  indexes: [
    { keys: { org_id: 1, timestamp: -1, _id: -1 } },
    { keys: { org_id: 1, record_id: 1, timestamp: -1, _id: -1 } },
    { keys: { org_id: 1, signer: 1, timestamp: -1, _id: -1 } },
  ],
});

type Stored = z.infer<typeof signatureDefinition.shape>;

/** A signature as it was read; null where the stored document is not a valid one. `stored`: the members of that document. */
export type FoundSignature = { id: string; signature: Signature | null; stored: Record<string, unknown> };

export type SignatureStore = {
  insert(signature: Signature): Change;
  find(orgId: string, id: string): Promise<FoundSignature | null>;
  /** Whether the record has a signature. */
  has(orgId: string, recordId: string): Promise<boolean>;
  /** The signatures of a period, both ends included, in the order of time. */
  stream(orgId: string, period: { from: Date; to: Date }): AsyncIterable<FoundSignature>;
  /** A page, newest first by default. */
  list(orgId: string, query: SignatureQuery): Promise<PageOf<FoundSignature>>;
};

const toStored = ({ id, ...signature }: Signature): Stored => ({ _id: id, ...signature });

const toFound = (stored: Stored): FoundSignature => {
  const { _id: id, ...members } = stored;
  const { data } = signatureDefinition.shape.safeParse(stored);
  if (!data) return { id, signature: null, stored: members };
  const { _id, ...signature } = data;
  return { id, signature: { id, ...signature }, stored: members };
};

const buildFilter = (org_id: string, { entity_id, signer }: SignatureQuery) => ({
  org_id,
  ...(entity_id === undefined ? {} : { record_id: anyOf(entity_id) }),
  ...(signer === undefined ? {} : { signer: anyOf(signer) }),
});

/** The signatures of the organisations. */
export const makeSignatureStore = (rows: Collection<Stored>): SignatureStore => ({
  insert: (signature) => insert(rows, toStored(signature)),
  async find(org_id, _id) {
    const stored = await rows.findOne({ org_id, _id });
    return stored && toFound(stored);
  },
  has: async (org_id, record_id) => (await rows.count({ org_id, record_id }, { limit: 1 })) > 0,
  async *stream(org_id, { from, to }) {
    const stored = rows.model.db.getClient().db(rows.model.db.name).collection<Stored>(signatureDefinition.name);
    const found = stored.find({ org_id, timestamp: { $gte: from, $lte: to } }).sort({ timestamp: 1, _id: 1 });
    for await (const one of found) yield toFound(one);
  },
  list: (orgId, query) => listPage(rows, { filter: buildFilter(orgId, query), query, show: toFound }),
});
