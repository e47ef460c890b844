import type { EntitySnapshot, Envelope } from '@qsc/contracts/events';
import { defineCollection } from '@qsc/service-kit';
import { z } from 'zod';

/** The queue of the drill's own read model. */
export const PROJECTION_QUEUE = 'projector.entities';

/** The drill's own read model: entities as their events tell them. It is compared with the entities, record by record. */
export const viewDefinition = defineCollection({
  name: 'entity_view',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    version: z.number().int(),
    gone: z.boolean(),
    name: z.string(),
    attributes: z.record(z.string(), z.unknown()),
  }),
  indexes: [{ keys: { org_id: 1 } }],
});

export type EntityView = z.infer<typeof viewDefinition.shape>;

/** The entity as it stands after the event. */
export const toRow = ({ orgid }: Envelope, { id, version, name, attributes }: EntitySnapshot): EntityView => ({
  _id: id,
  org_id: orgid,
  version,
  gone: false,
  name,
  attributes,
});
