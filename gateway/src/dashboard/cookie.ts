import type { IncomingHttpHeaders } from 'node:http';
import type { CookieOptions } from 'express';

/** The cookie of dashboard sessions: its name, and how browsers have to treat it. */
export type SessionCookie = {
  name: string;
  options: CookieOptions;
  /** The value that a request carries; undefined where there is none. */
  read(headers: Pick<IncomingHttpHeaders, 'cookie'>): string | undefined;
};

const NAME = 'qsc_session';
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * The cookie for a base URL. The prefix `__Host-` has browsers refuse one that another host has set or that comes without TLS
 * (RFC 6265bis, 4.1.3.2); over plain http on loopback, where it cannot be used, the name has none.
 */
export const makeSessionCookie = (baseUrl: string): SessionCookie => {
  const { protocol, hostname } = new URL(baseUrl);
  const secure = protocol === 'https:' || !LOOPBACK.test(hostname);
  const name = secure ? `__Host-${NAME}` : NAME;
  return {
    name,
    options: { path: '/', httpOnly: true, sameSite: 'strict', secure },
    read({ cookie }) {
      const pair = cookie?.split(';').find((one) => one.trim().startsWith(`${name}=`));
      return pair?.slice(pair.indexOf('=') + 1).trim();
    },
  };
};
