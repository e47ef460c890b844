import { exampleId } from '@qsc/contracts';
import { bulkItemShape, bulkItems, bulkShape } from '@qsc/service-kit';
import { z } from 'zod';
import { entityExample } from '../entity/entity.examples.ts';
import { Entity, PatchEntity } from '../entity/entity.schemas.ts';

export const BulkCreate = z
  .strictObject({ entities: bulkItems('the body of POST /v1/entities') })
  .meta({ id: 'NewEntities' });

export const BulkUpdate = z
  .strictObject({ updates: bulkItems('the body of PATCH /v1/entities/{entity_id}, with the id') })
  .meta({ id: 'EntityPatches' });

export const UpdateItem = PatchEntity.extend({ id: z.string().min(1).max(64) });

const ItemResult = z
  .object({ ...bulkItemShape, entity: Entity.optional() })
  .meta({ id: 'BulkItem', description: 'What became of one item: its entity, or why it was refused.' });

export const BulkAnswer = bulkShape(ItemResult).meta({ id: 'BulkAnswer' });

export type UpdateItem = z.infer<typeof UpdateItem>;

const items = [
  { type: 'component', name: 'Paracetamol API', attributes: { component_code: 'API-0042' } },
  { type: 'product', name: 'Paracetamol 500 mg tablets', attributes: { dosage_form: 'tablet' } },
] as const;

const entities = items.map((item, index) => ({
  ...entityExample,
  ...item,
  id: exampleId('entity', index === 0 ? 2 : 3),
}));

const allDone = { total: 2, succeeded: 2, failed: 0 };
const oneRefused = { total: 2, succeeded: 1, failed: 1 };

const results = (status: number, version: number) =>
  entities.map((entity, index) => ({ index, status, id: entity.id, entity: { ...entity, version } }));

const refused = (error: { code: 'validation_failed' | 'not_found'; message: string }, status: number) => ({
  index: 1,
  status,
  id: null,
  error,
});

export const bulkCreateExample = {
  body: { entities: [...items] },
  answer: { data: results(201, 1), meta: allDone },
  others: [
    {
      data: [
        ...results(201, 1).slice(0, 1),
        refused(
          { code: 'validation_failed', message: 'name: Too small: expected string to have >=1 characters.' },
          422,
        ),
      ],
      meta: oneRefused,
    },
  ],
};

export const bulkUpdateExample = {
  body: { updates: entities.map(({ id }) => ({ id, attributes: { storage: '15 to 25 °C' } })) },
  answer: { data: results(200, 2), meta: allDone },
  others: [
    {
      data: [
        ...results(200, 2).slice(0, 1),
        refused(
          { code: 'not_found', message: 'There is no entity with the id "ent_unknown" in this organisation.' },
          404,
        ),
      ],
      meta: oneRefused,
    },
  ],
};
