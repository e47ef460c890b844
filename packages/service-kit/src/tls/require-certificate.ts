import type { TLSSocket } from 'node:tls';
import type { RequestHandler } from 'express';
import { AppError } from '../error.ts';

/** The description of the API is everybody's; probes are answered before. */
const OPEN = '/openapi.json';

/** Both are asked, since a resumed session of TLS 1.3 may count as authorized though its first connection showed nothing. */
const showedCertificate = (socket: TLSSocket): boolean =>
  socket.authorized === true && socket.getPeerX509Certificate() !== undefined;

/** Refuses every request over a connection that showed no certificate of the mesh's authority. */
export const requireCertificate: RequestHandler = (request, _response, next) => {
  if (request.path === OPEN || showedCertificate(request.socket as TLSSocket)) return next();
  throw new AppError('unauthorized', 'This address wants a certificate of the mesh. Ask the gateway.');
};
