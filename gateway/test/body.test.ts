import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { ROUTING_TABLE } from '../src/routing/routing-table.ts';
import { sendRaw } from './raw-http.ts';
import { newOrganization, type Setting, startSetting } from './setting.ts';

const MIB = 1024 * 1024;

const readText = async (answer: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  return text;
};

/** Resolves when a count has not changed for ten looks in a row: nothing moves any more. */
const standsStill = async (count: () => number): Promise<void> => {
  for (let [looks, last] = [0, count()]; looks < 10; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (count() !== last) [looks, last] = [0, count()];
  }
};

describe('forwarded bodies', () => {
  let setting: Setting;
  let token: string;
  const table = ROUTING_TABLE.map((row) => (row.name === 'audit' ? { ...row, bodyLimit: 26 * MIB } : row));

  before(async () => {
    setting = await startSetting({ table });
    token = setting.identity.token({ orgId: newOrganization() });
  });
  after(() => setting.stop());
  beforeEach(() => {
    for (const service of Object.values(setting.services)) {
      service.seen.length = 0;
      service.streams = false;
      service.answer = (_request, response) => response.end('{"data":"ok"}');
    }
  });

  const open = (path: string, options: RequestOptions = {}): ClientRequest =>
    request(`${setting.url}${path}`, { ...options, headers: { authorization: `Bearer ${token}`, ...options.headers } });

  const answerTo = async (outgoing: ClientRequest): Promise<IncomingMessage> => {
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    return answer;
  };

  describe('bodies', () => {
    it('streams an upload of 20 MiB without holding it', async () => {
      setting.services.audit.streams = true;
      const gate = Promise.withResolvers<void>();
      const digest = createHash('sha256');
      setting.services.audit.answer = async (incoming, response) => {
        await gate.promise;
        for await (const chunk of incoming) digest.update(chunk);
        response.end('{}');
      };
      const [block, expected] = [randomBytes(MIB), createHash('sha256')];
      let given = 0;
      const source = Readable.from(
        (function* () {
          for (let index = 0; index < 20; index += 1) {
            given += 1;
            expected.update(block);
            yield block;
          }
        })(),
        { highWaterMark: 1 },
      );
      const outgoing = open('/v1/audit-logs/export', { method: 'POST', headers: { 'content-length': 20 * MIB } });
      const sent = pipeline(source, outgoing);
      await eventually('the service sees the request', () => setting.services.audit.seen.length === 1);
      await standsStill(() => given);
      expect(given, 'MiB taken from the client while the service reads nothing').to.be.lessThan(15);
      gate.resolve();
      const answer = await answerTo(outgoing);
      await sent;
      expect(answer.statusCode).to.equal(200);
      expect(digest.digest('hex')).to.equal(expected.digest('hex'));
    });

    it('hands on a refusal while the client still sends, and lets it send to the end', async () => {
      const { certificate } = setting.services;
      certificate.streams = true;
      certificate.answer = (incoming, response) => {
        incoming.once('data', () => response.writeHead(413).end('{"error":{}}'));
        incoming.on('error', () => {}).resume();
      };
      const outgoing = open('/v1/certificates', { method: 'POST', headers: { 'content-length': 20 * MIB } });
      outgoing.write(Buffer.alloc(MIB));
      const answer = await answerTo(outgoing);
      expect([answer.statusCode, await readText(answer)]).to.deep.equal([413, '{"error":{}}']);
      outgoing.end(Buffer.alloc(19 * MIB));
      await once(outgoing, 'finish');
    });

    it('streams a download of 20 MiB without holding it', async () => {
      let given = 0;
      setting.services.audit.answer = (_incoming, response) => {
        const source = Readable.from(
          (function* () {
            for (let index = 0; index < 20; index += 1) {
              given += 1;
              yield Buffer.alloc(MIB, index);
            }
          })(),
          { highWaterMark: 1 },
        );
        void pipeline(source, response);
      };
      const answer = await answerTo(open('/v1/audit-logs/export/x/download').end());
      await standsStill(() => given);
      expect(given, 'MiB taken from the service while the client reads nothing').to.be.lessThan(15);
      let length = 0;
      for await (const chunk of answer) length += (chunk as Buffer).length;
      expect(length).to.equal(20 * MIB);
    });

    it('shows the client the beginning of an answer before its end', async () => {
      const gate = Promise.withResolvers<void>();
      setting.services.entity.answer = async (_incoming, response) => {
        response.write('first ');
        await gate.promise;
        response.end('last');
      };
      const answer = await answerTo(open('/v1/entities').end());
      const [first] = await once(answer.setEncoding('utf8'), 'data');
      expect(first).to.equal('first ');
      gate.resolve();
      expect(await readText(answer)).to.equal('last');
    });

    it('ends the request at the service when the client leaves before the answer', async () => {
      const left = Promise.withResolvers<void>();
      const arrived = Promise.withResolvers<void>();
      setting.services.entity.answer = (incoming, response) => {
        arrived.resolve();
        response.on('close', () => left.resolve());
        incoming.resume();
      };
      const outgoing = open('/v1/entities').end();
      outgoing.on('error', () => {});
      await arrived.promise;
      outgoing.destroy();
      await left.promise;
    });

    it('ends the request at the service when the client leaves in the middle of an upload or a download', async () => {
      const { audit } = setting.services;
      audit.streams = true;
      const uploadEnded = Promise.withResolvers<boolean>();
      audit.answer = (incoming) => void incoming.resume().on('close', () => uploadEnded.resolve(incoming.complete));
      const upload = open('/v1/audit-logs/export', { method: 'POST', headers: { 'content-length': MIB } });
      upload.on('error', () => {});
      upload.write(Buffer.alloc(1024));
      await eventually('the upload arrived', () => audit.seen.length === 1);
      upload.destroy();
      expect(await uploadEnded.promise, 'complete').to.equal(false);

      const downloadEnded = Promise.withResolvers<void>();
      audit.answer = (_incoming, response) => {
        response.write(Buffer.alloc(1024));
        response.on('close', () => downloadEnded.resolve());
      };
      const download = await answerTo(open('/v1/audit-logs/export/x/download').end());
      download.on('error', () => {});
      download.destroy();
      await downloadEnded.promise;
    });

    it('breaks off an answer that the service breaks off, so that nobody takes it for whole', async () => {
      const started = Promise.withResolvers<void>();
      setting.services.entity.answer = async (_incoming, response) => {
        response.write('half');
        await started.promise;
        response.destroy();
      };
      const answer = await answerTo(open('/v1/entities').end());
      started.resolve();
      const error = await readText(answer).catch((caught: NodeJS.ErrnoException) => caught.code);
      expect(error).to.equal('ECONNRESET');
    });
  });

  describe('limits of a body', () => {
    const expectTooLarge = async (answer: IncomingMessage) => {
      expect(answer.statusCode).to.equal(413);
      expect(JSON.parse(await readText(answer)).error.code).to.equal('payload_too_large');
      expect(answer.headers['x-ratelimit-limit']).to.match(/^\d+$/);
    };

    it('refuses a body that is announced too large, and the client can read the answer', async () => {
      const outgoing = open('/v1/suppliers', { method: 'POST' });
      outgoing.end(Buffer.alloc(6 * MIB + 1));
      await expectTooLarge(await answerTo(outgoing));
      expect(setting.services.supplier.seen).to.have.length(0);
    });

    it('does not ask for a body that it would refuse', async () => {
      const headers = { expect: '100-continue', 'content-length': 7 * MIB };
      const outgoing = open('/v1/suppliers', { method: 'POST', headers });
      let requested = false;
      outgoing.on('continue', () => {
        requested = true;
      });
      outgoing.flushHeaders();
      await expectTooLarge(await answerTo(outgoing));
      expect(requested).to.equal(false);
      outgoing.destroy();
    });

    it('asks for a body that it takes', async () => {
      const outgoing = open('/v1/suppliers', {
        method: 'POST',
        headers: { expect: '100-continue', 'content-length': 2 },
      });
      outgoing.on('continue', () => outgoing.end('{}'));
      outgoing.flushHeaders();
      expect((await answerTo(outgoing)).statusCode).to.equal(200);
      expect(setting.services.supplier.seen[0]).to.deep.include({ body: '{}' });
    });

    it('refuses a body of unknown length when it has grown too large', async () => {
      const outgoing = open('/v1/suppliers', { method: 'POST' });
      outgoing.on('error', () => {});
      for (let index = 0; index < 8; index += 1) outgoing.write(Buffer.alloc(MIB));
      outgoing.end();
      await expectTooLarge(await answerTo(outgoing));
    });

    it('takes what the row of the service allows', async () => {
      const outgoing = open('/v1/audit-logs/export', { method: 'POST' });
      outgoing.end(Buffer.alloc(25 * MIB));
      expect((await answerTo(outgoing)).statusCode).to.equal(200);
    });

    it('answers 200 over the same connection after a refusal', async () => {
      const body = 'a'.repeat(7 * MIB);
      const answer = await sendRaw(
        setting.url,
        `POST /v1/suppliers HTTP/1.1\r\nHost: api\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${body.length}\r\n\r\n${body}` +
          `GET /v1/suppliers HTTP/1.1\r\nHost: api\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
        2,
      );
      expect(answer.text.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 413', 'HTTP/1.1 200']);
    });
  });

  describe('time', () => {
    before(async () => {
      await setting.stop();
      setting = await startSetting({ table, config: () => ({ UPSTREAM_TIMEOUT_MS: 3_000 }) });
      token = setting.identity.token({ orgId: newOrganization() });
    });

    it('answers 503 when a service gives no answer in time, and ends the request there', async () => {
      const left = Promise.withResolvers<void>();
      setting.services.entity.answer = (_incoming, response) => void response.on('close', () => left.resolve());
      const answer = await setting.client().get('/v1/entities');
      expect([answer.status, answer.body.error.code]).to.deep.equal([503, 'service_unavailable']);
      expect(answer.headers.get('retry-after')).to.equal('1');
      await left.promise;
      expect(setting.services.entity.seen, 'sent once').to.have.length(1);
    });

    it('lets a slow answer go on that has begun', async () => {
      const late = Promise.withResolvers<void>();
      setting.services.entity.answer = async (_incoming, response) => {
        response.write('a');
        await late.promise;
        response.end('b');
      };
      const answer = await eventually('an answer has begun', async () => {
        const started = await answerTo(open('/v1/entities').end());
        return started.statusCode === 200 && started;
      });
      setting.services.entity.answer = () => {};
      expect((await setting.client().get('/v1/entities')).status, 'one that began later, and has not').to.equal(503);
      late.resolve();
      expect(await readText(answer)).to.equal('ab');
    });

    it('waits longer for the paths that the routing table calls slow', async () => {
      const late = Promise.withResolvers<void>();
      const { audit, entity } = setting.services;
      audit.answer = (_incoming, response) => void late.promise.then(() => response.end('{}'));
      const client = setting.client();
      const slow = [
        client.get('/v1/audit-logs/verify?from=2026-03-01'),
        client.get('/v1/audit-logs/verify/'),
        client.post('/v1/audit-logs/reports/21cfr11', {}),
      ];
      await eventually('all have arrived', () => audit.seen.length >= slow.length);
      entity.answer = () => {};
      expect((await client.get('/v1/entities')).status, 'one that began later').to.equal(503);
      expect((await client.get('/v1/audit-logs')).status, 'another one of the same service').to.equal(503);
      late.resolve();
      expect((await Promise.all(slow)).map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    });

    it('refuses a body that does not come, without blaming the service', async () => {
      const outgoing = open('/v1/entities', { method: 'POST', headers: { 'content-length': 10 } });
      outgoing.write('half');
      const answer = await answerTo(outgoing);
      expect(answer.statusCode).to.equal(400);
      expect(JSON.parse(await readText(answer)).error.code).to.equal('invalid_request');
      outgoing.destroy();
    });
  });
});
