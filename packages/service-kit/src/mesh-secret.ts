import { createHmac, timingSafeEqual } from 'node:crypto';
import jwt from 'jsonwebtoken';

const MESH_TOKEN_SECONDS = 60;

const sign = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('base64url');

const equal = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** The header by which the gateway tells a service where a request came from; the services believe it by its signature alone. */
export const EDGE_HEADER = 'x-edge-client';

/** The value of `EDGE_HEADER` for a peer's address, bound to the request id. */
export const sealEdgeClient = (secret: string, requestId: string, ipAddress: string): string =>
  `${ipAddress};${sign(secret, `${requestId}\n${ipAddress}`)}`;

/** The peer's address out of `EDGE_HEADER`, or null when the header is missing or was not made by the gateway. */
export const openEdgeClient = (secret: string, requestId: string, header: string | undefined): string | null => {
  if (!header) return null;
  const cut = header.lastIndexOf(';');
  if (cut < 0) return null;
  const address = header.slice(0, cut);
  return equal(header.slice(cut + 1), sign(secret, `${requestId}\n${address}`)) ? address : null;
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
