import { exampleId } from '@qsc/contracts';

export const supplierCertificateExample = {
  id: exampleId('certificate'),
  type: 'gmp' as const,
  name: 'GMP certificate',
  status: 'valid' as const,
  supplier_id: exampleId('entity'),
  component_id: null,
  batch_number: null,
  issue_date: '2026-01-15',
  expiry_date: '2029-01-14',
};
