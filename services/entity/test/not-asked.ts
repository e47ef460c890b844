import { EMBEDDED_FILES } from '@qsc/file-store';

/** Nobody answers there. */
const NOWHERE = '127.0.0.1:9';

/** What the entity service asks before it removes a record for good, where a test removes none; files are in its database. */
export const NOT_ASKED = {
  ...EMBEDDED_FILES,
  WORKFLOW_GRPC_URL: NOWHERE,
  AUDIT_GRPC_URL: NOWHERE,
  SUPPLIER_GRPC_URL: NOWHERE,
  CERTIFICATE_GRPC_URL: NOWHERE,
  QUALITY_GRPC_URL: NOWHERE,
};
