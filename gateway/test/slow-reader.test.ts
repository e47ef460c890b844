import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { newOrganization, startSetting } from './setting.ts';

const BYTES = 64 * 1024 * 1024;
/** The gateway waits four times as long for the next part of an answer. */
const TIMEOUT_MS = 1_000;
const IDLE_MS = 6 * TIMEOUT_MS;

describe('an answer that its client reads slowly', () => {
  const setting = startBeforeTests(() => startSetting({ config: () => ({ UPSTREAM_TIMEOUT_MS: TIMEOUT_MS }) }));

  it('comes whole, though the service could send nothing for longer than it may be silent', async () => {
    const idle = Promise.withResolvers<void>();
    setting.services.entity.answer = (_request, response) => {
      response.setTimeout(IDLE_MS, () => idle.resolve());
      response.writeHead(200, { 'content-length': BYTES }).end(Buffer.alloc(BYTES));
    };
    const authorization = `Bearer ${setting.identity.token({ orgId: newOrganization() })}`;
    const [answer] = (await once(get(`${setting.url}/v1/entities`, { headers: { authorization } }), 'response')) as [
      IncomingMessage,
    ];
    await idle.promise;
    let read = 0;
    for await (const chunk of answer) read += chunk.length;
    expect(read).to.equal(BYTES);
  });
});
