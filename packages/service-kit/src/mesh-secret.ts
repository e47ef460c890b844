import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Organization__Output } from '@qsc/contracts/grpc/identity/v1/Organization';
import jwt from 'jsonwebtoken';

const MESH_TOKEN_SECONDS = 60;
/** How long one token is shown: so that it is good for as long again while it travels. */
const MESH_TOKEN_USE_MS = 30_000;

const LEAST_CHARACTERS = 32;

/**
 * The secret of the mesh, or several by comma while one takes the place of another: the first signs, all are believed. A function
 * gives them as they stand at the moment, where they are read from a file.
 */
export type MeshSecret = string | (() => string);

const parseList = (text: string): string[] => text.split(',').map((secret) => secret.trim());

/** Whether each secret of the text is long enough. */
export const isMeshSecret = (text: string): boolean =>
  parseList(text).every((secret) => secret.length >= LEAST_CHARACTERS);

/** What is derived from the secrets, derived again only when they change. */
const derived = <T>(secret: MeshSecret, make: (secret: string) => T): (() => [T, ...T[]]) => {
  let known: { text: string; made: [T, ...T[]] } | undefined;
  return () => {
    const text = typeof secret === 'string' ? secret : secret();
    if (known?.text !== text) {
      const [first = '', ...others] = parseList(text);
      known = { text, made: [make(first), ...others.map(make)] };
    }
    return known.made;
  };
};

type Sign = (text: string) => string;

const makeSign =
  (secret: string): Sign =>
  (text) =>
    createHmac('sha256', secret).update(text).digest('base64url');

/** HMAC-SHA256 of a text by every secret of the mesh: the first is stored, and all are compared with what was stored. */
export type KeyedHash = (text: string) => [string, ...string[]];

/** The keyed hash of a mesh, by its secret. */
export const makeKeyedHash = (secret: MeshSecret): KeyedHash => {
  const signs = derived(secret, makeSign);
  return (text) => {
    const [first, ...others] = signs();
    return [first(text), ...others.map((sign) => sign(text))];
  };
};

const equal = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/**
 * The header by which the gateway tells a service where a request came from, and the settings of the caller's organisation. The
 * services believe it by its signature alone.
 */
export const EDGE_HEADER = 'x-edge-client';

/** The header by which the gateway tells a service its own version; it counts beside a seal of the gateway alone. */
export const EDGE_VERSION_HEADER = 'x-edge-version';

/** What the gateway knows of a request: its peer's address, and the caller's organisation where it knows it. */
export type Edge = { address: string; organization?: Organization__Output | undefined };

/** Seals what the gateway knows of a request, bound to the request id, and opens what was sealed. */
export type EdgeSeal = {
  /** The value of `EDGE_HEADER`. */
  seal(requestId: string, edge: Edge): string;
  /** What was sealed, or null when the header is missing or was not made by the gateway. */
  open(requestId: string, header: string | undefined): Edge | null;
};

/** The seal of a mesh, by its secret. */
export const makeEdgeSeal = (secret: MeshSecret): EdgeSeal => {
  const signs = derived(secret, makeSign);
  return {
    seal(requestId, { address, organization }) {
      const content = Buffer.from(JSON.stringify({ address, organization })).toString('base64url');
      return `${content}.${signs()[0](`${requestId}\n${content}`)}`;
    },
    open(requestId, header) {
      if (!header) return null;
      const [content = '', seal = ''] = header.split('.');
      if (!signs().some((sign) => equal(seal, sign(`${requestId}\n${content}`)))) return null;
      return JSON.parse(Buffer.from(content, 'base64url').toString('utf8')) as Edge;
    },
  };
};

/**
 * Gives the token by which a service shows another that it belongs to the mesh: HS256, one minute, for that one audience; another one
 * when half of its time is over, or the secret has changed.
 */
export const makeMeshTokens = (secret: MeshSecret, caller: string, audience: string): (() => string) => {
  const secrets = derived(secret, String);
  let shown: { token: string; by: string; made: number } | undefined;
  return () => {
    const [by] = secrets();
    if (!shown || shown.by !== by || Date.now() - shown.made > MESH_TOKEN_USE_MS) {
      const options = { algorithm: 'HS256', subject: caller, audience, expiresIn: MESH_TOKEN_SECONDS } as const;
      shown = { token: jwt.sign({}, by, options), by, made: Date.now() };
    }
    return shown.token;
  };
};

const verifyCaller = (secret: string, audience: string, token: string): string => {
  const claims = jwt.verify(token, secret, { algorithms: ['HS256'], audience });
  if (typeof claims === 'string' || !claims.sub) throw new Error('not a mesh token');
  return claims.sub;
};

/**
 * Tells the calling service's name by its token. Throws when the token is of none of the mesh's secrets, has expired, or is for another
 * service.
 */
export const makeMeshTokenVerifier = (secret: MeshSecret, audience: string): ((token: string) => string) => {
  const secrets = derived(secret, String);
  return (token) => {
    const [first, ...others] = secrets();
    for (const other of others) {
      try {
        return verifyCaller(other, audience, token);
      } catch {
        // The first of them says why, where none believes it.
      }
    }
    return verifyCaller(first, audience, token);
  };
};
