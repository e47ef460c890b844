import type { AuthorizationLost } from '../remote/remote-error.ts';

/** A lost authorization as the connection, its synchronisation and their events show it. */
export const problemOfLoss = ({ message }: AuthorizationLost): { code: string; message: string } => ({
  code: 'INVALID_SESSION',
  message: `${message} Check the login, authorize the connection again (POST …/authorize), and enable it (POST …/enable).`,
});
