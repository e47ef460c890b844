import type { TLSSocket } from 'node:tls';
import type { RequestHandler } from 'express';
import { AppError } from '../error.ts';

/** Probes have no certificate, and the description of the API is everybody's. */
const OPEN: ReadonlySet<string> = new Set(['/livez', '/readyz', '/openapi.json']);

/** Refuses every request over a connection that showed no certificate of the mesh's authority. */
export const requireCertificate: RequestHandler = (request, _response, next) => {
  if (OPEN.has(request.path) || (request.socket as TLSSocket).authorized === true) return next();
  throw new AppError('unauthorized', 'This address wants a certificate of the mesh. Ask the gateway.');
};
