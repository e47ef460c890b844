import { z } from 'zod';
import type { EsignatureSync } from '../mapping/mapping.ts';
import type { Follow, FollowRun } from './follow.ts';
import { externalValue } from './followed-field.ts';
import { ourProblem } from './problem.ts';
import type { RecordSignature } from './signature.store.ts';
import { type ExternalSignature, signatureKey, signaturesOf } from './signature.ts';

const Kept = z.object({ signatures: z.array(z.string()) });

/** Signatures of theirs come here; ours stay here, since another system could not verify them. */
const isFollowed = ({ mapping, connection }: FollowRun): boolean => {
  const { esignature_sync: sync } = mapping;
  return (
    sync?.enabled === true && sync.sync_direction !== 'outbound' && connection.sync_config.direction !== 'outbound'
  );
};

const told = (signature: ExternalSignature, { include_meaning }: EsignatureSync): ExternalSignature =>
  include_meaning ? signature : { ...signature, meaning: null };

/**
 * Takes over the signatures of an external record (`esignature_sync`): each is an audit entry of our record, once, with who
 * signed there, when and what for. It is none of our electronic signatures.
 */
export const makeFollowSignature =
  (record: RecordSignature): Follow =>
  async (run, pair) => {
    const { followed, local, remote } = pair;
    const { esignature_sync: sync } = run.mapping;
    const field = sync?.signature_field ?? null;
    if (!sync || field === null || !isFollowed(run)) return { problems: [], followed, local };
    const value = externalValue(remote, field);
    const found = signaturesOf(value).map((signature) => told(signature, sync));
    if (found.length === 0 && !isEmpty(value))
      return { problems: [ourProblem('The field holds no signature that can be read.', field)], followed, local };
    const known = new Set(Kept.safeParse(followed).data?.signatures);
    for (const signature of found) if (!known.has(signatureKey(signature))) await record(run, pair, signature);
    const signatures = [...new Set([...known, ...found.map(signatureKey)])];
    return { problems: [], followed: signatures.length > 0 ? { ...followed, signatures } : followed, local };
  };

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
