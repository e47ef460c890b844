// Original file: certificate/v1/certificate.proto


export interface CertifiedBatch {
  'batch_number'?: (string);
  'component_id'?: (string);
  'supplier_id'?: (string);
  '_component_id'?: "component_id";
  '_supplier_id'?: "supplier_id";
}

export interface CertifiedBatch__Output {
  'batch_number': (string);
  'component_id'?: (string);
  'supplier_id'?: (string);
  '_component_id'?: "component_id";
  '_supplier_id'?: "supplier_id";
}
