import { exampleId } from '@qsc/contracts';

const attributes = {
  country: 'DE',
  region: 'EMEA',
  primary_contact: { name: 'Jana Weber', email: 'jana.weber@acme-pharma.example', phone: '+49 30 5550100' },
  address: { street: 'Hafenstr. 12', city: 'Hamburg', postal_code: '20457', country: 'DE' },
  categories: ['API', 'excipient'],
};

export const newSupplierExample = { name: 'Acme Pharma', supplier_code: 'SUP-0042', attributes };

export const supplierExample = {
  id: exampleId('entity'),
  type: 'supplier' as const,
  name: 'Acme Pharma',
  supplier_code: 'SUP-0042',
  attributes: { ...attributes, qualification_status: 'new' },
  relationships: [],
  created_at: '2026-03-02T09:30:00.000Z',
  updated_at: '2026-03-02T09:30:00.000Z',
  created_by: exampleId('user'),
  version: 1,
};

export const supplierPatchExample = { name: 'Acme Pharma GmbH', attributes: { certifications: ['ISO 9001', 'GMP'] } };

export const patchedSupplierExample = {
  ...supplierExample,
  name: 'Acme Pharma GmbH',
  attributes: { ...supplierExample.attributes, certifications: ['ISO 9001', 'GMP'] },
  updated_at: '2026-03-09T14:05:00.000Z',
  version: 2,
};
