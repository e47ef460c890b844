/** Nobody answers there. */
const NOWHERE = '127.0.0.1:9';

/** What the entity service asks before it removes a record for good, where a test removes none. */
export const NOT_ASKED = {
  WORKFLOW_GRPC_URL: NOWHERE,
  AUDIT_GRPC_URL: NOWHERE,
  SUPPLIER_GRPC_URL: NOWHERE,
  CERTIFICATE_GRPC_URL: NOWHERE,
  QUALITY_GRPC_URL: NOWHERE,
};
