import { z } from 'zod';
import type { EsignatureSync } from '../mapping/mapping.ts';
import type { Mirror, MirrorRun } from './mirror.ts';
import { externalValue } from './mirrored-field.ts';
import { ourProblem } from './problem.ts';
import type { RecordSignature } from './signature.store.ts';
import { type ExternalSignature, signatureKey, toSignatures } from './signature.ts';

const StoredSignatures = z.object({ signatures: z.array(z.string()) });

/** Signatures of theirs come here; ours stay here, since another system could not verify them. */
const isMirrored = ({ mapping, connection }: MirrorRun): boolean => {
  const { esignature_sync: sync } = mapping;
  return (
    sync?.enabled === true && sync.sync_direction !== 'outbound' && connection.sync_config.direction !== 'outbound'
  );
};

const withMeaning = (signature: ExternalSignature, { include_meaning }: EsignatureSync): ExternalSignature =>
  include_meaning ? signature : { ...signature, meaning: null };

/**
 * Mirrors the signatures of an external record (`esignature_sync`): each is an audit entry of our record, once, with who
 * signed there, when and what for. It is not an electronic signature of this system.
 */
export const makeMirrorSignature =
  (record: RecordSignature): Mirror =>
  async (run, pair) => {
    const { mirrored, local, remote } = pair;
    const { esignature_sync: sync } = run.mapping;
    const field = sync?.signature_field ?? null;
    if (!sync || field === null || !isMirrored(run)) return { problems: [], mirrored, local };
    const value = externalValue(remote, field);
    const found = toSignatures(value).map((signature) => withMeaning(signature, sync));
    if (found.length === 0 && !isEmpty(value))
      return { problems: [ourProblem('The field holds no signature that can be read.', field)], mirrored, local };
    const known = new Set(StoredSignatures.safeParse(mirrored).data?.signatures);
    for (const signature of found) if (!known.has(signatureKey(signature))) await record(run, pair, signature);
    const signatures = [...new Set([...known, ...found.map(signatureKey)])];
    return { problems: [], mirrored: signatures.length > 0 ? { ...mirrored, signatures } : mirrored, local };
  };

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
