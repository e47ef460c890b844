import { exampleId } from '@qsc/contracts';

const attributes = { is_primary_supplier: true, lead_time_days: 21 };

export const newRelationshipExample = { type: 'supplies', target_id: exampleId('entity', 2), attributes };

export const relationshipExample = {
  id: exampleId('relationship'),
  ...newRelationshipExample,
  target_name: 'Paracetamol API',
};
