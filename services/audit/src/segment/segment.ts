import { type EvidenceKey, type KeyRing, openJws } from '@qsc/service-kit/pure';
import { z } from 'zod';

/**
 * The signed statement of a segment: this file contained these entries of the chain, complete and unbroken. It is also the last
 * line of the file, so that the file can be checked with the public key alone.
 */
export const SegmentSeal = z.object({
  id: z.string(),
  org_id: z.string(),
  first_sequence: z.number().int().min(1),
  last_sequence: z.number().int().min(1),
  /** The hash of the entry before the first one. */
  first_previous_hash: z.string(),
  last_hash: z.string(),
  entries: z.number().int().min(1),
  first_recorded_at: z.iso.datetime(),
  last_recorded_at: z.iso.datetime(),
  /** The kinds of record that its entries are of. */
  entity_types: z.array(z.string()),
  /** SHA-256, in lower-case hex, of the lines with entries. */
  content_sha256: z.string(),
  at: z.iso.datetime(),
});

export type SegmentSeal = z.infer<typeof SegmentSeal>;

/** That the entries of a segment were removed from the database, by which version of the policy. */
export const RemovalSeal = z.object({
  segment_id: z.string(),
  org_id: z.string(),
  first_sequence: z.number().int(),
  last_sequence: z.number().int(),
  policy_id: z.string(),
  policy_version: z.number().int(),
  at: z.iso.datetime(),
});

export type RemovalSeal = z.infer<typeof RemovalSeal>;

/** The file of a segment as the file store knows it. */
export type SegmentFile = { file_id: string; size_bytes: number; checksum: string };

/** A segment whose entries were removed from the database. */
export type RemovedSegment = { seal: SegmentSeal; file: SegmentFile };

/** Signs and opens the statements of segments. A text without our signature opens as null. */
export type SegmentSeals = {
  sign(seal: SegmentSeal): string;
  open(jws: string): SegmentSeal | null;
  signRemoval(seal: RemovalSeal): string;
  openRemoval(jws: string): RemovalSeal | null;
};

/** The type (`typ`) of a segment's signature. */
export const SEGMENT_TYPE = 'audit-segment+jws';

const REMOVAL_TYPE = 'audit-removal+jws';

const opened = <Shape extends z.ZodType>(
  shape: Shape,
  { jws, type, keys }: { jws: string; type: string; keys: readonly EvidenceKey[] },
): z.infer<Shape> | null => {
  const found = openJws(jws, type, keys);
  return found.valid ? (shape.safeParse(JSON.parse(found.payload)).data ?? null) : null;
};

/** The seals of a key ring. */
export const makeSegmentSeals = (ring: KeyRing): SegmentSeals => ({
  sign: (seal) => ring.sign(SEGMENT_TYPE, JSON.stringify(seal)),
  open: (jws) => opened(SegmentSeal, { jws, type: SEGMENT_TYPE, keys: ring.keys }),
  signRemoval: (seal) => ring.sign(REMOVAL_TYPE, JSON.stringify(seal)),
  openRemoval: (jws) => opened(RemovalSeal, { jws, type: REMOVAL_TYPE, keys: ring.keys }),
});
