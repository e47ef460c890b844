import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { type Received, type Receiver, startReceiver } from './receiver.ts';
import { makeEntityEvent, startWebhookMesh, type WebhookMesh } from './webhook-mesh.ts';

const run = promisify(execFile);
const DOCUMENT = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');

/** The one example of a language in the document. */
const findExample = (language: string): string => {
  const [found, ...more] = [...DOCUMENT.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))];
  if (!found?.[1] || more.length > 0) throw new Error(`The document has not one example in ${language}.`);
  return found[1];
};

const PYTHON_MAIN = `
import json, sys
given = json.load(sys.stdin)
print(json.dumps(is_genuine(given["headers"], given["body"].encode(), given["secret"])))
`;

describe('the examples of docs/webhooks.md, with a delivery that was sent', () => {
  let mesh: WebhookMesh;
  let receiver: Receiver;
  let folder: string;
  let secret: string;
  let received: Received;
  let environment: Record<string, string>;

  before(async () => {
    mesh = await startWebhookMesh();
    receiver = await startReceiver();
    folder = mkdtempSync(join(tmpdir(), 'webhooks-'));
    const api = mesh.client();
    const filters = { entity_types: ['supplier'] };
    const { body } = await api.post('/webhooks', { url: receiver.url, events: ['audit.create'], filters });
    secret = body.data.secret;
    await mesh.publish(
      makeEntityEvent(api.orgId, { entity_name: 'Größe', changes: { name: { from: 'Maß', to: '規格' } } }),
    );
    [received] = (await receiver.has(1)) as [Received];
    const row = await eventually('it is listed', async () => {
      return (await api.get(`/webhooks/${body.data.id}/deliveries`)).body.data[0];
    });
    environment = {
      BASE_URL: `http://127.0.0.1:${mesh.service.httpPort}`,
      API_KEY: mesh.identity.token({ orgId: api.orgId, role: 'system_admin' }),
      WEBHOOK: body.data.id,
      DELIVERY: row.id,
      SECRET: secret,
      WEBHOOK_ID: String(received.headers['webhook-id']),
      WEBHOOK_TIMESTAMP: String(received.headers['webhook-timestamp']),
      WEBHOOK_SIGNATURE: String(received.headers['webhook-signature']),
    };
  });
  after(async () => {
    await receiver.stop();
    await mesh.stop();
    rmSync(folder, { recursive: true });
  });

  /** What is genuine, and what is not: another body, another secret, a time long ago. */
  const cases = (): { genuine: boolean; headers: Received['headers']; body: string; secret: string }[] => {
    const { headers, body } = received;
    return [
      { genuine: true, headers, body, secret },
      { genuine: false, headers, body: body.replace('ent_1', 'ent_2'), secret },
      { genuine: false, headers, body, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
      { genuine: false, headers: { ...headers, 'webhook-timestamp': '1700000000' }, body, secret },
      { genuine: false, headers: { ...headers, 'webhook-signature': '' }, body, secret },
    ];
  };

  it('verify in TypeScript', async () => {
    const file = join(folder, 'verify.ts');
    writeFileSync(file, findExample('ts'));
    const { isGenuine } = await import(pathToFileURL(file).href);
    for (const one of cases()) expect(isGenuine(one.headers, one.body, one.secret)).to.equal(one.genuine);
  });

  it('verify in Python', async () => {
    writeFileSync(join(folder, 'verify.py'), findExample('python') + PYTHON_MAIN);
    for (const { genuine, ...given } of cases()) {
      const program = run('python3', [join(folder, 'verify.py')]);
      program.child.stdin?.end(JSON.stringify(given));
      expect(JSON.parse((await program).stdout)).to.equal(genuine);
    }
  });

  it('verify by curl and openssl, from the delivery log', async () => {
    const verdict = async (change: Record<string, string>): Promise<string> => {
      const env = { PATH: process.env.PATH, ...environment, ...change };
      const ended = await run('sh', ['-c', findExample('sh')], { cwd: folder, env }).catch((error: unknown) => error);
      return (ended as { stdout: string }).stdout.trim();
    };
    expect(await verdict({})).to.equal('genuine');
    expect(await verdict({ SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' })).to.equal('forged');
    expect(await verdict({ WEBHOOK_ID: 'msg_other' })).to.equal('forged');
  });
});
