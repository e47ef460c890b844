import { isIP } from 'node:net';
import { UTC } from '@qsc/contracts';
import type { Call, Clock } from '@qsc/service-kit';
import type { Request } from 'express';

/** The call of a request whose sender is not known yet: a login, a refresh. The use case says who it turns out to be. */
export const makeAuthCall =
  (clock: Clock) =>
  (request: Request): Call => ({
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
    now: clock(),
    zone: UTC,
    requestId: String(request.res?.locals.requestId ?? ''),
    client: {
      ip_address: request.ip && isIP(request.ip) ? request.ip : null,
      user_agent: request.get('user-agent')?.slice(0, 512) ?? null,
      api_key_id: null,
    },
    reason: null,
    ifMatch: null,
    idempotency: null,
    traceparent: undefined,
  });
