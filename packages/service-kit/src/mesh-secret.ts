import { hash, timingSafeEqual } from 'node:crypto';
import jwt from 'jsonwebtoken';

const MESH_TOKEN_SECONDS = 60;

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;

type Sign = (text: string) => string;

const padOf = (key: Buffer, byte: number, room: number): Buffer => {
  const pad = Buffer.alloc(BLOCK_BYTES + room, byte);
  for (const [index, bits] of key.entries()) pad[index] = bits ^ byte;
  return pad;
};

/**
 * HMAC-SHA256 (RFC 2104) as base64url, with the pads of its key made once: an `Hmac` object makes them for each text, which
 * costs more than the two hashes.
 */
const makeSign = (secret: string): Sign => {
  const key = Buffer.byteLength(secret) > BLOCK_BYTES ? hash('sha256', secret, 'buffer') : Buffer.from(secret);
  const inner = padOf(key, 0x36, 0);
  const outer = padOf(key, 0x5c, DIGEST_BYTES);
  return (text) => {
    outer.set(hash('sha256', Buffer.concat([inner, Buffer.from(text)]), 'buffer'), BLOCK_BYTES);
    return hash('sha256', outer, 'base64url');
  };
};

const equal = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** The header by which the gateway tells a service where a request came from; the services believe it by its signature alone. */
export const EDGE_HEADER = 'x-edge-client';

/** Seals the address of a request's peer, bound to the request id, and opens what was sealed. */
export type EdgeSeal = {
  /** The value of `EDGE_HEADER`. */
  seal(requestId: string, ipAddress: string): string;
  /** The peer's address, or null when the header is missing or was not made by the gateway. */
  open(requestId: string, header: string | undefined): string | null;
};

/** The seal of a mesh, by its secret. */
export const makeEdgeSeal = (secret: string): EdgeSeal => {
  const sign = makeSign(secret);
  return {
    seal: (requestId, ipAddress) => `${ipAddress};${sign(`${requestId}\n${ipAddress}`)}`,
    open(requestId, header) {
      if (!header) return null;
      const cut = header.lastIndexOf(';');
      if (cut < 0) return null;
      const address = header.slice(0, cut);
      return equal(header.slice(cut + 1), sign(`${requestId}\n${address}`)) ? address : null;
    },
  };
};

/** A token by which a service shows another that it belongs to the mesh: HS256, one minute, for that one audience. */
export const makeMeshToken = (secret: string, caller: string, audience: string): string =>
  jwt.sign({}, secret, { algorithm: 'HS256', subject: caller, audience, expiresIn: MESH_TOKEN_SECONDS });

/** The calling service's name. Throws when the token is not the mesh's, has expired, or is for another service. */
export const verifyMeshToken = (secret: string, audience: string, token: string): string => {
  const claims = jwt.verify(token, secret, { algorithms: ['HS256'], audience });
  if (typeof claims === 'string' || !claims.sub) throw new Error('not a mesh token');
  return claims.sub;
};
