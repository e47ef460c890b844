import { exampleId } from '@qsc/contracts';

export const supplierComponentExample = {
  id: exampleId('entity', 2),
  name: 'Paracetamol API',
  component_code: 'API-PAR-01',
  is_primary_supplier: true,
  status: 'active',
  active_certificates: 2,
  last_delivery: '2026-03-02',
};
