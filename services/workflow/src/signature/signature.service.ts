import { AppError, type Clock, type EvidenceKey, type KeyRing, notFound, type PageOf } from '@qsc/service-kit';
import type { InstanceStore } from '../instance/instance.store.ts';
import type { RecordClient } from '../record/record.client.ts';
import type { WorkflowRecord } from '../record/record.ts';
import type { AlteredSignature, SignatureQuery, VerificationAnswer } from './signature.schemas.ts';
import type { FoundSignature, SignatureStore } from './signature.store.ts';
import { recordHash, type ShownSignature, type Signature, shownSignature } from './signature.ts';
import { checkSeal, compareRecord, type Verdict } from './verification.ts';

export type SignatureService = {
  /** A page of the organisation's signatures that fit the query. */
  list(orgId: string, query: SignatureQuery): Promise<PageOf<ShownSignature | AlteredSignature>>;
  /** One signature. Throws `not_found` for an unknown one and another organisation's. */
  get(orgId: string, id: string): Promise<ShownSignature | AlteredSignature>;
  /**
   * Whether the signature is unaltered and the record has the signed content. Throws `not_found`, and `service_unavailable`
   * while the record's service is not reachable.
   */
  verify(orgId: string, id: string): Promise<VerificationAnswer>;
  /**
   * Verifies every signature of a period, in the order of time, several concurrently. Throws `service_unavailable` while the
   * service of a record is not reachable.
   */
  verifyAll(orgId: string, period: { from: Date; to: Date }): AsyncIterable<VerifiedSignature[]>;
  /** Whether the record was ever signed, even if the signature is not valid any more. */
  isSigned(orgId: string, recordId: string): Promise<boolean>;
  /** The public keys, the current one first. */
  keys(): EvidenceKey[];
};

type Parts = {
  store: Pick<SignatureStore, 'find' | 'has' | 'list' | 'stream'>;
  records: Pick<RecordClient, 'get'>;
  instances: Pick<InstanceStore, 'current'>;
  ring: Pick<KeyRing, 'keys'>;
  clock: Clock;
};

const MESSAGES: Record<NonNullable<Verdict['reason']>, string> = {
  altered: 'The signature was altered after it was sealed.',
  unknown_key: 'The key of the seal is not known to this deployment, so the seal cannot be checked.',
  content_changed: 'The record, or a document that belongs to it, was changed since it was signed.',
  changed_in_place: 'The record has other content than was signed, at the signed version.',
  record_behind: 'The record is at a version before the signed one and has other content.',
  record_gone: 'The record does not exist any more.',
};

const VALID = 'The signature is unaltered, and the record has the signed content.';

/** A row that was altered beyond recognition is shown as stored. */
const shownFound = ({ id, signature, stored }: FoundSignature): ShownSignature | AlteredSignature =>
  signature ? shownSignature(signature) : { signature_id: id, altered: true, stored };

/** A signature and its verdict; `signature` is null where its content cannot be trusted. */
export type VerifiedSignature = { id: string; verdict: Verdict; signature: Signature | null };

/** The number verified concurrently: each needs a call to the record's service. */
const AT_ONCE = 32;

async function* inGroups<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let group: Item[] = [];
  for await (const item of items) {
    group.push(item);
    if (group.length < AT_ONCE) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

type Checked = { verdict: Verdict; signature: Signature | null; record: WorkflowRecord | null };

const believed = ({ status }: Verdict, signature: Signature | null): Signature | null =>
  status === 'invalid' ? null : signature;

const toAnswer = (id: string, { verdict, signature, record }: Checked, now: Date): VerificationAnswer => {
  const shown = believed(verdict, signature);
  return {
    signature_id: id,
    ...verdict,
    message: verdict.reason ? MESSAGES[verdict.reason] : VALID,
    checked_at: now.toISOString(),
    record: shown && {
      id: shown.record_id,
      type: shown.record_type,
      version: shown.record_version,
      current_version: record?.version ?? null,
    },
    signed_hash: shown?.record_hash ?? null,
    current_hash: record && recordHash(record),
    key_id: signature?.key_id ?? null,
  };
};

/** Reads and verifies signatures. */
export const makeSignatureService = ({ store, records, instances, ring, clock }: Parts): SignatureService => {
  const found = async (orgId: string, id: string): Promise<FoundSignature> => {
    const signature = await store.find(orgId, id);
    if (!signature) throw notFound('signature', id);
    return signature;
  };

  /** The record with every committed transition, including the signed one. */
  const readRecord = async ({ org_id, record_id }: Signature): Promise<WorkflowRecord | null> => {
    const instance = await instances.current(org_id, record_id);
    try {
      const lastTransitionId = instance?.last_transition_id ?? null;
      return await records.get(org_id, record_id, { lastTransitionId, withAttachments: true });
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return null;
      throw error;
    }
  };

  /** The record of an altered signature is not read, since it may name another one. */
  const check = async ({ signature }: FoundSignature): Promise<Checked> => {
    const seal = signature ? checkSeal(signature, ring.keys) : ({ intact: false, reason: 'altered' } as const);
    if (!signature || !seal.intact) {
      const reason = seal.intact ? 'altered' : seal.reason;
      return { verdict: { status: 'invalid', reason }, signature, record: null };
    }
    const record = await readRecord(signature);
    return { verdict: compareRecord(signature, record), signature, record };
  };

  const verified = async (one: FoundSignature): Promise<VerifiedSignature> => {
    const { verdict, signature } = await check(one);
    return { id: one.id, verdict, signature: believed(verdict, signature) };
  };

  return {
    isSigned: store.has,

    async list(orgId, query) {
      const { data, meta } = await store.list(orgId, query);
      return { data: data.map(shownFound), meta };
    },
    get: async (orgId, id) => shownFound(await found(orgId, id)),
    verify: async (orgId, id) => toAnswer(id, await check(await found(orgId, id)), clock()),
    async *verifyAll(orgId, period) {
      for await (const group of inGroups(store.stream(orgId, period))) yield await Promise.all(group.map(verified));
    },
    keys: () => [...ring.keys],
  };
};
