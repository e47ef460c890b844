import type { AuthorizationLost } from '../remote/remote-error.ts';

/** A lost authorization as it is told wherever it shows: in the connection, in its synchronisation, in their events. */
export const problemOfLoss = ({ message }: AuthorizationLost): { code: string; message: string } => ({
  code: 'INVALID_SESSION',
  message: `${message} Check the login, authorize the connection again (POST …/authorize), and enable it (POST …/enable).`,
});
