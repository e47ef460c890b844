import { once } from 'node:events';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { makeS3Place } from '../src/s3.ts';

const CREDENTIALS = { accessKeyId: 'AKIA-OF-THE-TEST', secretAccessKey: 'secret-of-the-test' };

/** A server of HTTP that answers all requests alike. */
const answering = (answer: (response: ServerResponse) => void): Server =>
  createHttpServer((request, response) => request.resume().on('end', () => answer(response)));

const refusal = (status: number, code: string): Server =>
  answering((response) => {
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(`<Error><Code>${code}</Code><Message>${CREDENTIALS.accessKeyId}</Message></Error>`);
  });

const SERVERS: Record<string, Server> = {
  'another kind of server, which is content with everything': answering((response) => response.end('<h1>Welcome</h1>')),
  'one that refuses the login': refusal(403, 'InvalidAccessKeyId'),
  'one that knows no such bucket': refusal(404, 'NoSuchBucket'),
  'one that has the bucket elsewhere': refusal(301, 'PermanentRedirect'),
  'one that speaks no HTTP': createServer((socket) => socket.on('error', () => {}).write('220 mail.example ESMTP\r\n')),
};

describe('the address of a file store that is not', () => {
  const started: Server[] = [];
  after(() => started.forEach((server) => void server.close()));

  const placeAt = async (server: Server) => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    started.push(server);
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const settings = { endpoint, region: 'us-east-1', bucket: 'files', prefix: '', pathStyle: true };
    return makeS3Place({ ...settings, credentials: CREDENTIALS });
  };

  const catchFailure = async (work: Promise<unknown>): Promise<Error & { code?: string }> => {
    const error = await work.then(
      () => null,
      (reason: Error) => reason,
    );
    if (!error) throw new Error('It did not fail.');
    return error;
  };

  for (const [what, server] of Object.entries(SERVERS))
    it(`is ${what}: nothing is taken as kept, and what waits may wait on`, async () => {
      const place = await placeAt(server);
      const error = await catchFailure(place.write('org/file', Readable.from([Buffer.from('content')])));
      expect(error.code).to.equal('service_unavailable');
      place.close();
    });

  it('does not make a file a damaged one where the bucket is not there', async () => {
    const place = await placeAt(refusal(404, 'NoSuchBucket'));
    expect((await catchFailure(place.read('org/file'))).code).to.equal('service_unavailable');
    place.close();
  });

  it('is told to who looks whether it is ready, with the variables and without a secret', async () => {
    const place = await placeAt(refusal(403, 'InvalidAccessKeyId'));
    const { message } = await catchFailure(place.isReady());
    expect(message).to.include('S3_BUCKET').and.include('HTTP 403').and.not.include(CREDENTIALS.accessKeyId);
    place.close();
  });
});
