import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { newId } from '@qsc/contracts';

/** The time in which a client can read its answer. */
const READ_MS = 1_000;

const answer = (message: string): string => {
  const requestId = newId('request');
  const body = JSON.stringify({ error: { code: 'invalid_request', message, request_id: requestId } });
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    `X-Request-Id: ${requestId}`,
  ];
  return [...head, `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close', '', body].join('\r\n');
};

/**
 * Answers a request that cannot be parsed, or does not arrive in time, with a coded 400, and closes the connection. A connection
 * that brought nothing, or that carried an answer already, is closed without one.
 */
export const answerClientErrors = (server: Server): void => {
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket: Socket) => {
    // Bytes behind a request that ends the connection are no request; that one gets its answer (RFC 9112, 9.6).
    if (code === 'HPE_CLOSED_CONNECTION') return void socket.pause();
    if (!socket.writable || socket.bytesRead === 0 || socket.bytesWritten > 0) return void socket.destroy();
    const isLate = code === 'ERR_HTTP_REQUEST_TIMEOUT';
    socket.end(
      answer(isLate ? 'The request did not arrive in time.' : 'The request cannot be parsed. Correct its syntax.'),
    );
    setTimeout(() => socket.destroy(), READ_MS).unref();
  });
};
