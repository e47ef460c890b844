import { createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import {
  makeOutboundClient,
  NameNotResolved,
  type OutboundClient,
  type OutboundRequest,
  parseNetwork,
} from '@qsc/service-kit';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { type Receivers, startReceivers } from './receiver.ts';

const GET = { method: 'GET', timeoutMs: 5_000, keepBytes: 8_192 } as const;

/**
 * `inside` listens where the deployment allows calls, `outside` on the same port of another loopback address: a broken check
 * sends nothing out of the machine.
 */
describe('a call to an address that a customer gave', () => {
  let receivers: Receivers;
  let client: OutboundClient;
  let addresses: (string[] | Error)[];
  let lookups: string[];

  beforeEach(async () => {
    receivers = await startReceivers();
    [addresses, lookups] = [[['127.0.0.1']], []];
    const lookup = async (name: string) => {
      lookups.push(name);
      const answer = addresses.length > 1 ? addresses.shift() : addresses[0];
      if (answer instanceof Error) throw answer;
      return answer ?? [];
    };
    client = makeOutboundClient({ allowedNetworks: [parseNetwork('127.0.0.1/32')!], lookup, connectionsPerOrigin: 2 });
  });

  afterEach(async () => {
    await client.close();
    await receivers.stop();
  });

  const url = (host: string, path = '/') => `http://${host}:${receivers.port}${path}`;
  const send = (host: string, more: Partial<OutboundRequest> = {}) => client.send({ ...GET, url: url(host), ...more });

  const expectRefused = async (host: string, reason = 'network') => {
    const outcome = await send(host);
    expect(outcome, host).to.include({ outcome: 'refused', reason });
    expect(JSON.stringify(outcome), host).to.not.match(/127\.|::1/);
    expect(receivers.outside, host).to.deep.equal([]);
  };

  describe('connects', () => {
    it('to the address that was judged, while Host stays the name', async () => {
      const outcome = await send('receiver.test', { method: 'POST', body: '{"a":1}', headers: { 'x-mark': 'm' } });
      expect(outcome).to.include({ outcome: 'answered', status: 200, truncated: false });
      expect(outcome.durationMs).to.be.within(0, 5_000);
      expect(receivers.inside).to.have.length(1);
      expect(receivers.inside[0]).to.include({ method: 'POST', path: '/', body: '{"a":1}' });
      expect(receivers.inside[0]?.headers).to.include({ host: `receiver.test:${receivers.port}`, 'x-mark': 'm' });
    });

    it('by no other name than its own, whatever the headers say', async () => {
      await send('receiver.test', { headers: { Host: 'other.test', 'Accept-Encoding': 'gzip' } });
      expect(receivers.inside[0]?.headers).to.include({
        host: `receiver.test:${receivers.port}`,
        'accept-encoding': 'identity',
      });
    });

    for (const [what, statusSuffices, outcome] of [
      [
        'is the answer where the status is all that counts',
        true,
        { outcome: 'answered', status: 200, truncated: true },
      ],
      ['is a failure where the body counts', false, { outcome: 'failed', reason: 'timeout' }],
    ] as const)
      it(`to a receiver whose body never ends, which ${what}`, async () => {
        receivers.answer = (_request, response) => void response.write('began');
        expect(await send('receiver.test', { statusSuffices })).to.include(outcome);
      });

    it('seldom for several calls, and resolves the name once for each connection', async () => {
      for (let call = 0; call < 5; call += 1) await send('receiver.test');
      expect(receivers.inside).to.have.length(5);
      expect(lookups).to.have.length.within(1, 2);
    });

    it('by a bounded number of connections at once', async () => {
      receivers.answer = (_request, response) => void setImmediate(() => response.end());
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => send('receiver.test')));
      expect(outcomes.every(({ outcome }) => outcome === 'answered')).to.equal(true);
      expect(lookups).to.have.length(2);
    });

    it('without a proxy that the environment names', async () => {
      const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
      const before = names.map((name) => [name, process.env[name]] as const);
      for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : url('127.0.0.2');
      try {
        expect(await send('receiver.test')).to.include({ outcome: 'answered' });
        expect(receivers.outside).to.deep.equal([]);
      } finally {
        for (const [name, value] of before) {
          if (value === undefined) delete process.env[name];
          else process.env[name] = value;
        }
      }
    });
  });

  describe('is refused, and nothing arrives,', () => {
    // Every way to write an address is a case of outbound-rule.test.ts.
    for (const literal of ['127.0.0.2', '0x7f.2', '%31%32%37.0.0.2', '0', '[::]', '[::ffff:127.0.0.1]'])
      it(`by the address http://${literal}/`, () => expectRefused(literal));

    for (const answer of [
      ['127.0.0.2'],
      ['127.0.0.1', '127.0.0.2'],
      ['127.0.0.2', '127.0.0.1'],
      ['::1'],
      ['0.0.0.0'],
      ['::ffff:127.0.0.1'],
      ['127.2'],
      [''],
    ]) {
      it(`where the name resolves to ${JSON.stringify(answer)}`, async () => {
        addresses = [answer];
        await expectRefused('receiver.test');
        expect(receivers.inside).to.deep.equal([]);
      });
    }

    it('where the name of localhost is asked of the real resolver', async () => {
      const real = makeOutboundClient({ allowedNetworks: [parseNetwork('127.0.0.1/32')!] });
      for (const host of ['localhost', 'LOCALHOST', 'a.localhost', 'localhost.']) {
        expect(await real.send({ ...GET, url: url(host) }), host).to.include({ outcome: 'refused', reason: 'network' });
      }
      await real.close();
    });

    it('with a user name in the address', async () => {
      expect(await send('a:b@receiver.test')).to.include({ outcome: 'refused', reason: 'credentials' });
      expect(lookups).to.deep.equal([]);
    });
  });

  describe('cannot be led elsewhere by a name that changes its answer', () => {
    it('between the check and the connection: one answer is asked for and that one connected', async () => {
      addresses = [['127.0.0.1'], ['127.0.0.2']];
      expect(await send('rebinding.test')).to.include({ outcome: 'answered' });
      expect(lookups).to.have.length(1);
      expect(receivers.inside).to.have.length(1);
      expect(receivers.outside).to.deep.equal([]);
    });

    it('for the next connection, which is checked again', async () => {
      addresses = [['127.0.0.1'], ['127.0.0.2']];
      receivers.answer = (_request, response) => void response.setHeader('connection', 'close').end();
      expect(await send('rebinding.test')).to.include({ outcome: 'answered' });
      await expectRefused('rebinding.test');
      expect(lookups).to.have.length(2);
    });

    it('when the connection to the first of several addresses fails', async () => {
      addresses = [['127.0.0.1'], ['127.0.0.2']];
      await receivers.stopInside();
      expect(await send('rebinding.test')).to.include({ outcome: 'failed', reason: 'connection' });
      expect(receivers.outside).to.deep.equal([]);
    });
  });

  describe('follows a redirect', () => {
    const redirectTo = (location: string, status = 302) => {
      receivers.answer = ({ path }, response) => {
        if (path === '/') response.writeHead(status, { location }).end('moved');
        else response.end('there');
      };
    };

    it('only where it is told to', async () => {
      redirectTo('/there');
      expect(await send('receiver.test')).to.include({ outcome: 'answered', status: 302 });
      const followed = await send('receiver.test', { redirects: 1 });
      expect(followed).to.include({ outcome: 'answered', status: 200 });
      expect(followed.outcome === 'answered' && followed.body.toString()).to.equal('there');
    });

    it('never with a body, which may hold a secret', async () => {
      redirectTo('/there', 307);
      expect(await send('receiver.test', { method: 'POST', body: 'x', redirects: 3 })).to.include({ status: 307 });
      expect(receivers.inside).to.have.length(1);
    });

    for (const to of ['127.0.0.2', '[::1]']) {
      it(`only after it was judged: http://${to}/`, async () => {
        redirectTo(url(to, '/there'));
        expect(await send('receiver.test', { redirects: 3 })).to.include({ outcome: 'refused', reason: 'network' });
        expect(receivers.outside).to.deep.equal([]);
      });
    }

    it('to another name only where that one leads to what is allowed', async () => {
      addresses = [['127.0.0.1'], ['127.0.0.2']];
      redirectTo(url('other.test', '/there'));
      expect(await send('receiver.test', { redirects: 3 })).to.include({ outcome: 'refused', reason: 'network' });
      expect(receivers.outside).to.deep.equal([]);
    });

    it('to no other scheme, with no credentials, and not for ever', async () => {
      for (const [location, reason] of [
        ['file:///etc/passwd', 'scheme'],
        ['http://[', 'url'],
        [`http://a:b@receiver.test:${receivers.port}/`, 'credentials'],
        ['/', 'redirects'],
      ] as const) {
        redirectTo(location);
        expect(await send('receiver.test', { redirects: 3 }), location).to.include({ outcome: 'refused', reason });
      }
      expect(receivers.inside).to.have.length(3 + 4);
    });

    it('without the headers that another origin must not see', async () => {
      redirectTo(url('other.test', '/there'));
      const headers = { Authorization: 'Bearer secret', 'x-api-key': 'secret', 'User-Agent': 'ours' };
      await send('receiver.test', { redirects: 1, headers });
      expect(receivers.inside[0]?.headers).to.include({ authorization: 'Bearer secret', 'x-api-key': 'secret' });
      expect(receivers.inside[1]?.headers)
        .to.include({ 'user-agent': 'ours' })
        .and.not.have.any.keys('authorization', 'x-api-key');
    });
  });

  describe('takes of the answer', () => {
    it('the first bytes, and tells that there were more', async () => {
      let isClosed = false;
      receivers.answer = (_request, response) => {
        response.socket?.on('close', () => {
          isClosed = true;
        });
        response.writeHead(500).end('x'.repeat(10_000));
      };
      const outcome = await send('receiver.test', { keepBytes: 8_192 });
      expect(outcome).to.include({ outcome: 'answered', status: 500, truncated: true });
      expect(outcome.outcome === 'answered' && outcome.body).to.have.length(8_192);
      await send('receiver.test');
      expect(isClosed, 'the connection is kept').to.equal(false);
    });

    it('all of one that fits exactly', async () => {
      receivers.answer = (_request, response) => void response.end('x'.repeat(100));
      expect(await send('receiver.test', { keepBytes: 100 })).to.include({ truncated: false });
    });

    it('not more than a bound of one that never ends, and closes the connection', async () => {
      let isClosed = false;
      receivers.answer = (_request, response) => {
        const write = () => void (response.writable && response.write(Buffer.alloc(16_384), write));
        response.on('close', () => {
          isClosed = true;
        });
        write();
      };
      const outcome = await send('receiver.test', { keepBytes: 1_000 });
      expect(outcome).to.include({ outcome: 'answered', truncated: true });
      await eventually('the connection is closed', async () => isClosed);
    });

    it('what came, packed as it was, so that nothing grows', async () => {
      const bomb = gzipSync(Buffer.alloc(20_000_000));
      receivers.answer = (_request, response) => void response.setHeader('content-encoding', 'gzip').end(bomb);
      const outcome = await send('receiver.test', { keepBytes: 100_000 });
      expect(outcome.outcome === 'answered' && outcome.body.equals(bomb)).to.equal(true);
    });
  });

  describe('fails', () => {
    const inTime = { timeoutMs: 200 };
    const timedOut = { outcome: 'failed', reason: 'timeout' };

    it('in time when the receiver never answers', async () => {
      receivers.answer = () => {};
      expect(await send('receiver.test', inTime)).to.include(timedOut);
    });

    it('in time when the answer comes by drops', async () => {
      receivers.answer = (_request, response) => {
        const dripping = setInterval(() => response.write('.'), 20);
        response.on('close', () => clearInterval(dripping));
      };
      expect(await send('receiver.test', inTime)).to.include(timedOut);
    });

    it('in time when it is redirected for ever', async () => {
      receivers.answer = (_request, response) =>
        void setTimeout(() => response.writeHead(302, { location: '/' }).end(), 20);
      expect(await send('receiver.test', { ...inTime, redirects: 1_000 })).to.include(timedOut);
    });

    it('in time when the name servers never answer', async () => {
      const waiting = makeOutboundClient({ allowedNetworks: [], lookup: () => new Promise(() => {}) });
      expect(await waiting.send({ ...GET, ...inTime, url: 'https://receiver.test/' })).to.include(timedOut);
      await waiting.close();
    });

    it('as it is: no such name, nobody listens, no HTTP, no TLS', async () => {
      const talker = createTcpServer((socket) => socket.once('data', () => socket.end('220 smtp\r\n'))).listen(
        0,
        '127.0.0.1',
      );
      await new Promise((resolve) => talker.once('listening', resolve));
      const { port } = talker.address() as { port: number };
      expect(await client.send({ ...GET, url: `http://127.0.0.1:${port}/` })).to.include({ reason: 'answer' });
      talker.close();
      expect(await client.send({ ...GET, url: `https://127.0.0.1:${receivers.port}/` })).to.include({ reason: 'tls' });
      addresses = [new NameNotResolved()];
      expect(await send('receiver.test')).to.include({ outcome: 'failed', reason: 'dns' });
      await receivers.stopInside();
      const outcome = await send('127.0.0.1');
      expect(outcome).to.include({ outcome: 'failed', reason: 'connection' });
      expect(JSON.stringify(outcome)).to.not.contain('127.0.0.1');
    });

    it('when the headers are too long', async () => {
      receivers.answer = (_request, response) => void response.setHeader('x-long', 'x'.repeat(20_000)).end();
      expect(await send('receiver.test')).to.include({ outcome: 'failed', reason: 'answer' });
    });

    it('when it is ended from outside, or the client is closed', async () => {
      receivers.answer = () => {};
      const ending = new AbortController();
      const sent = [send('receiver.test', { signal: ending.signal }), send('receiver.test')] as const;
      await eventually('both are under way', async () => receivers.inside.length === 2);
      ending.abort();
      expect(await sent[0]).to.include({ outcome: 'failed', reason: 'cancelled' });
      await client.close();
      expect(await sent[1]).to.include({ outcome: 'failed', reason: 'cancelled' });
    });

    it('alone: a receiver that hangs holds up no other', async () => {
      receivers.answer = (request, response) => void (request.headers.host?.startsWith('slow') || response.end());
      const slow = Array.from({ length: 5 }, () => send('slow.test', { timeoutMs: 1_000 }));
      for (let call = 0; call < 5; call += 1) expect(await send('fast.test')).to.include({ outcome: 'answered' });
      expect((await Promise.all(slow)).map(({ outcome }) => outcome)).to.deep.equal(Array(5).fill('failed'));
    });

    it('loudly for a request that cannot be written, which is a fault of the caller', async () => {
      const error = await send('receiver.test', { headers: { 'x-bad': 'a\r\nb: c' } }).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).to.be.instanceOf(Error);
      expect(receivers.inside).to.deep.equal([]);
    });
  });
});
