import { newId } from '@qsc/contracts';
import { type Change, type Collection, defineCollection, insert } from '@qsc/service-kit';
import { z } from 'zod';
import { BREAK_REASONS, type Break } from './link.ts';

/** What verifications of whole chains found, for reports. Rows are inserted and never changed. */
export const verificationDefinition = defineCollection({
  name: 'audit_verification',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    at: z.date(),
    valid: z.boolean(),
    entries: z.number().int(),
    /** Entries of which only the signed segment is left. */
    vouched: z.number().int(),
    last_sequence: z.number().int().nullable(),
    first_broken: z
      .object({ sequence: z.number().int(), id: z.string().nullable(), reason: z.enum(BREAK_REASONS) })
      .nullable(),
  }),
  indexes: [{ keys: { org_id: 1, at: -1 } }],
});

export type StoredVerification = z.infer<typeof verificationDefinition.shape>;

/** What a verification found. */
export type VerificationFinding = Omit<StoredVerification, '_id' | 'first_broken'> & { first_broken: Break | null };

/** Stores the results of verifications. */
export type VerificationStore = { insert(finding: VerificationFinding): Change };

/** The store of verifications in MongoDB. */
export const makeVerificationStore = (rows: Collection<StoredVerification>): VerificationStore => ({
  insert: (finding) => insert(rows, { _id: newId('verification'), ...finding }),
});
