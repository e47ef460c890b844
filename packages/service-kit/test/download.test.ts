import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { eventually, startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { endlessSource, failingSource, MODIFIED, startFileService, TEXT, textFile } from './file-service.ts';

describe('a download', () => {
  const service = startBeforeTests(() => startFileService());
  beforeEach(() => void service.downloads.set('text', textFile()));

  const get = (headers: Record<string, string> = {}, method = 'GET', name = 'text') =>
    fetch(`${service.url}/v1/files/${name}`, {
      method,
      headers: { authorization: `Bearer ${service.token}`, ...headers },
    });

  const answerTo = async (name: string): Promise<IncomingMessage> => {
    const outgoing = request(`${service.url}/v1/files/${name}`, {
      headers: { authorization: `Bearer ${service.token}` },
    }).end();
    const [answer] = await once(outgoing, 'response');
    return answer as IncomingMessage;
  };

  it('tells type, length, name and version of the file, and forbids guessing', async () => {
    const answer = await get();
    expect(answer.status).to.equal(200);
    expect(Buffer.from(await answer.arrayBuffer())).to.deep.equal(TEXT);
    const headers = Object.fromEntries(answer.headers);
    expect(headers).to.include({
      'content-type': 'text/plain',
      'content-length': '26',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      etag: '"abc"',
      'last-modified': 'Mon, 02 Mar 2026 09:30:00 GMT',
    });
    expect(headers['content-disposition']).to.equal(
      `attachment; filename="Pr?fbericht \\"7\\".txt"; filename*=UTF-8''Pr%C3%BCfbericht%20%227%22.txt`,
    );
  });

  it('lets no name of a file end the header', async () => {
    service.downloads.set('text', textFile({ filename: 'a\r\nSet-Cookie: b\0.txt' }));
    const answer = await get();
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('set-cookie')).to.equal(null);
    expect(answer.headers.get('content-disposition')).to.equal('attachment; filename="aSet-Cookie: b.txt"');
  });

  it('opens nothing for HEAD and tells the same headers', async () => {
    service.downloads.set('text', textFile({ open: () => expect.fail('the file was opened') }));
    const answer = await get({ range: 'bytes=0-1' }, 'HEAD');
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).to.deep.equal([200, '26', '']);
  });

  for (const [requested, from, to] of [
    ['bytes=0-2', 0, 2],
    ['bytes=-3', 23, 25],
    ['bytes=20-', 20, 25],
    ['bytes=20-999', 20, 25],
  ] as const)
    it(`sends the part ${requested}`, async () => {
      const answer = await get({ range: requested });
      expect(answer.status).to.equal(206);
      expect(answer.headers.get('content-range')).to.equal(`bytes ${from}-${to}/26`);
      expect(answer.headers.get('content-length')).to.equal(String(to - from + 1));
      expect(await answer.text()).to.equal(String(TEXT.subarray(from, to + 1)));
    });

  for (const requested of ['bytes=0-1,4-5', 'pages=1-2', 'bytes=b-a', 'bytes'])
    it(`sends the whole where ${requested} is asked for`, async () => {
      const answer = await get({ range: requested });
      expect([answer.status, await answer.text()]).to.deep.equal([200, String(TEXT)]);
    });

  it('refuses a part outside the file with 416 and tells its size', async () => {
    const answer = await get({ range: 'bytes=26-' });
    expect([answer.status, answer.headers.get('content-range')]).to.deep.equal([416, 'bytes */26']);
    expect(await answer.text()).to.include('"range_not_satisfiable"');
  });

  for (const [condition, status] of [
    ['"abc"', 206],
    [MODIFIED.toUTCString(), 206],
    ['"old"', 200],
    ['W/"abc"', 200],
    ['Mon, 02 Mar 2026 09:29:59 GMT', 200],
  ] as const)
    it(`sends ${status === 206 ? 'a part' : 'the whole'} under If-Range: ${condition}`, async () => {
      expect((await get({ range: 'bytes=0-1', 'if-range': condition })).status).to.equal(status);
    });

  for (const [name, value, status] of [
    ['if-none-match', '"abc"', 304],
    ['if-none-match', '"x", W/"abc"', 304],
    ['if-none-match', '*', 304],
    ['if-none-match', '"x"', 200],
    ['if-modified-since', MODIFIED.toUTCString(), 304],
    ['if-modified-since', 'Mon, 02 Mar 2026 09:29:59 GMT', 200],
    ['if-modified-since', 'yesterday', 200],
  ] as const)
    it(`answers ${status} under ${name}: ${value}`, async () => {
      const answer = await get({ [name]: value });
      expect([answer.status, (await answer.text()).length]).to.deep.equal([status, status === 304 ? 0 : 26]);
      expect(answer.headers.get('etag')).to.equal('"abc"');
    });

  it('streams what is made while it is sent, without a length and without parts', async () => {
    const open = () => Readable.from(['a,b\r\n', '1,2\r\n']);
    service.downloads.set('text', { contentType: 'text/csv', filename: 'list.csv', size: null, open });
    const answer = await get({ range: 'bytes=0-1' });
    expect([answer.status, await answer.text()]).to.deep.equal([200, 'a,b\r\n1,2\r\n']);
    expect([answer.headers.get('content-length'), answer.headers.get('accept-ranges')]).to.deep.equal([null, null]);
  });

  it('sends an empty file', async () => {
    service.downloads.set('text', textFile({ size: 0, open: () => Readable.from([]) }));
    const answer = await get();
    expect([answer.status, await answer.text()]).to.deep.equal([200, '']);
  });

  it('takes no more from the source than the client takes, and closes it when the client goes away', async () => {
    const { source, given } = endlessSource();
    service.downloads.set('text', textFile({ size: null, open: () => source }));
    const answer = await answerTo('text');
    let [looks, last] = [0, -1];
    await eventually('nothing more is taken', () => {
      [looks, last] = given() === last ? [looks + 1, last] : [0, given()];
      return looks === 20;
    });
    expect(source.destroyed).to.equal(false);
    answer.destroy();
    await eventually('the source is closed', () => source.destroyed);
  });

  it('outlives a source that fails while it is closed, which nobody waits for any more', async () => {
    const opened = Promise.withResolvers<Readable>();
    const open = () => {
      const source = new Readable({ read: () => {}, destroy: (_, done) => done(new Error('the file is gone')) });
      opened.resolve(source);
      return source;
    };
    service.downloads.set('text', textFile({ open }));
    const outgoing = request(`${service.url}/v1/files/text`, { headers: { authorization: `Bearer ${service.token}` } });
    outgoing.on('error', () => {}).end();
    const source = await opened.promise;
    outgoing.destroy();
    await eventually('the source has failed', () => source.errored !== null && source.closed);
    service.downloads.set('text', textFile());
    expect((await get()).status).to.equal(200);
  });

  it('breaks off when the source fails on the way, so that nobody takes the rest for the whole', async () => {
    for (const size of [null, 26]) {
      service.downloads.set('text', textFile({ size, open: () => failingSource('abc') }));
      const answer = await answerTo('text');
      expect(answer.statusCode).to.equal(200);
      const error = await answer.toArray().catch((caught: NodeJS.ErrnoException) => caught.code);
      expect(error).to.equal('ECONNRESET');
    }
  });

  it('answers a coded error when the source fails before its first byte', async () => {
    for (const open of [
      () => Promise.reject(new Error('secret path')),
      () =>
        new Readable({
          read() {
            this.destroy(new Error('secret path'));
          },
        }),
    ]) {
      service.downloads.set('text', textFile({ open }));
      const answer = await get();
      const body = await answer.text();
      expect([answer.status, JSON.parse(body).error.code]).to.deep.equal([500, 'internal_error']);
      expect(body).not.to.include('secret');
      expect(answer.headers.get('content-disposition')).to.equal(null);
    }
  });
});
