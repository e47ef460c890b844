import { isIP } from 'node:net';
import { type Call, type Clock, systemCall } from '@qsc/service-kit';
import type { Request } from 'express';

/** Where a request comes from. */
export type Sender = { requestId: string; ipAddress: string | undefined; userAgent: string | undefined };

const USER_AGENT_LENGTH = 512;

/** The call of a request whose sender is not known yet: a login, a refresh. The use case says who it turns out to be. */
export const callOfSender = ({ requestId, ipAddress, userAgent }: Sender, now: Date): Call => ({
  ...systemCall('', now, requestId),
  actor: {
    kind: 'user',
    id: 'anonymous',
    org_id: '',
    email: null,
    name: 'Anonymous',
    role: null,
    scopes: [],
    api_key_id: null,
    session_id: null,
  },
  client: {
    ip_address: ipAddress && isIP(ipAddress) ? ipAddress : null,
    user_agent: userAgent?.slice(0, USER_AGENT_LENGTH) || null,
    api_key_id: null,
  },
});

/** The call of such a request over HTTP. */
export const makeAuthCall =
  (clock: Clock) =>
  (request: Request): Call =>
    callOfSender(
      {
        requestId: String(request.res?.locals.requestId ?? ''),
        ipAddress: request.ip,
        userAgent: request.get('user-agent'),
      },
      clock(),
    );
