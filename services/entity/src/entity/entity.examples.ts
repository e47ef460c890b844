import { exampleId } from '@qsc/contracts';

const attributes = {
  country: 'DE',
  region: 'EMEA',
  risk_level: 'low',
  primary_contact: { name: 'Jana Weber', email: 'jana.weber@acme-pharma.example' },
};

export const newEntityExample = { type: 'supplier', name: 'Acme Pharma', attributes } as const;

export const entityExample = {
  id: exampleId('entity'),
  ...newEntityExample,
  relationships: [],
  created_at: '2026-03-02T09:30:00.000Z',
  updated_at: '2026-03-02T09:30:00.000Z',
  created_by: exampleId('user'),
  version: 1,
};

export const entityPatchExample = {
  attributes: { region: 'APAC', primary_contact: { phone: '+49 30 5550100' } },
};

export const patchedEntityExample = {
  ...entityExample,
  attributes: {
    ...attributes,
    region: 'APAC',
    primary_contact: { ...attributes.primary_contact, phone: '+49 30 5550100' },
  },
  updated_at: '2026-03-09T14:05:00.000Z',
  version: 2,
};

export const versionExample = {
  version: 2,
  changes: {
    'attributes.region': { from: 'EMEA', to: 'APAC' },
    'attributes.primary_contact.phone': { from: null, to: '+49 30 5550100' },
  },
  changed_at: '2026-03-09T14:05:00.000Z',
  changed_by: exampleId('user'),
};
