import { ERROR_STATUS } from '@qsc/contracts';
import { z } from 'zod';
import { Entity, PatchEntity } from '../entity/entity.schemas.ts';

const ITEM_LIMIT = 500;

/** The most bytes of a bulk request (decisions §4). */
export const BULK_BYTES = 5 * 1024 * 1024;

const item = (of: string) =>
  z.unknown().meta({ type: 'object', description: `As ${of}. Its faults are told for the item.` });

export const BulkCreate = z
  .strictObject({ entities: z.array(item('the body of POST /v1/entities')).min(1).max(ITEM_LIMIT) })
  .meta({ id: 'NewEntities' });

export const BulkUpdate = z
  .strictObject({
    updates: z.array(item('the body of PATCH /v1/entities/{entity_id}, with the id')).min(1).max(ITEM_LIMIT),
  })
  .meta({ id: 'EntityPatches' });

export const UpdateItem = PatchEntity.extend({ id: z.string().min(1).max(64) });

export const BulkQuery = z.strictObject({
  atomic: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: '`true` writes all items or, when one is refused, none.' }),
});

const ItemResult = z
  .object({
    index: z.number().int().meta({ description: 'The place of the item in the request, from 0.' }),
    status: z.number().int().meta({ description: 'The status that the item would have got by itself.' }),
    id: z.string().nullable(),
    entity: Entity.optional(),
    error: z
      .object({
        code: z.enum(Object.keys(ERROR_STATUS) as [keyof typeof ERROR_STATUS]).meta({ id: 'ErrorCode' }),
        message: z.string(),
        details: z.record(z.string(), z.unknown()).optional(),
      })
      .optional(),
  })
  .meta({ id: 'BulkItem', description: 'What became of one item: its entity, or why it was refused.' });

export const BulkAnswer = z
  .object({
    data: z.array(ItemResult),
    meta: z.object({ total: z.number().int(), succeeded: z.number().int(), failed: z.number().int() }),
  })
  .meta({ id: 'BulkAnswer' });

export type UpdateItem = z.infer<typeof UpdateItem>;
