import type { Call } from '@qsc/service-kit';
import { syncCall } from '../../src/local/sync-call.ts';

/** The call of a synchronisation of the organisation. */
export const makeCall = (orgId: string): Call => {
  const cause = { connectionId: 'conn_1', connectionName: 'Vault', syncId: 'sync_1', requestedBy: null };
  return syncCall(orgId, cause, new Date());
};
