import { exampleId } from '@qsc/contracts';

export const newMappingExample = {
  entity_type: 'supplier' as const,
  source_object: 'vendor__v',
  field_mappings: [
    { source: 'name__v', target: 'name', required: true },
    { source: 'vendor_code__c', target: 'attributes.supplier_code', required: true, transformation: 'upper' as const },
    { source: 'country__c', target: 'attributes.country', transformation: 'country_code' as const },
  ],
  filters: [{ field: 'status__v', operator: 'eq' as const, value: 'active__v' }],
};

export const mappingExample = {
  id: exampleId('mapping'),
  ...newMappingExample,
  document_types: [],
  event_subtype: null,
  field_mappings: newMappingExample.field_mappings.map((field) => ({
    required: false,
    transformation: null,
    ...field,
  })),
  bidirectional: null,
  content_sync: null,
  workflow_sync: null,
  esignature_sync: null,
};
