import { z } from 'zod';

const Attributes = z.record(z.string(), z.unknown());

/** An entity as the API knows it. */
export const KnownEntity = z.object({
  id: z.string(),
  name: z.string(),
  attributes: Attributes,
  relationships: z.array(z.object({ id: z.string(), type: z.string(), target_id: z.string(), attributes: Attributes })),
});

export type KnownEntity = z.infer<typeof KnownEntity>;

/** A relationship with its target found. */
export type Target = { type: string; target_id: string };

/** A relationship as it is sent. */
export type NewRelationship = Target & { attributes: Record<string, unknown> };

export type NewEntity = {
  type: string;
  name: string;
  attributes: Record<string, unknown>;
  relationships: NewRelationship[];
};

/** What a PATCH must say; without a member where that stays. */
export type Patch = { name?: string; attributes?: Record<string, unknown> };
