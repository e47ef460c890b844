import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type Client,
  createClient,
  UnauthorizedError,
  verifyExport,
  verifyWebhook,
  type WebhookEvent,
} from '@qsc/client';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import type { Description as ApiDescription } from '../../scripts/client/operation.ts';
import { writeMethods, writeTypes } from '../../scripts/client/write.ts';
import { REPOSITORY } from '../../scripts/runtime/paths.ts';
import { clientsGuide } from './clients-guide.ts';
import { readDemo } from './demo.ts';
import { wholeDescription } from './description.ts';
import { newOrganization, type OwnOrganization } from './organization.ts';

const run = promisify(execFile);

const MIB = 1_024 * 1_024;

/** A PDF of so many bytes, which is one to whoever reads its beginning. */
const makeDemoPaper = (bytes: number): Buffer => {
  const paper = readFileSync(join(REPOSITORY, 'examples/certificate-of-analysis.pdf'));
  return Buffer.concat([paper, Buffer.from('\n%'), randomBytes(bytes - paper.length - 2)]);
};

/** A receiver of webhooks that hands each request to a handler. */
const startReceiver = async (receive: (request: Request) => Promise<Response>) => {
  const server: Server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const headers = request.headers as Record<string, string>;
    const answered = await receive(
      new Request('http://receiver.example/', { method: 'POST', headers, body: Buffer.concat(parts) }),
    );
    response.writeHead(answered.status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url, stop };
};

/** The examples, with a request that the webhook service has sent. */
const PROGRAM = `
import { receive } from './examples.ts';
const { secret, ...sent } = JSON.parse(process.env.WEBHOOK ?? '');
const { status } = await receive(new Request('http://receiver.example/', { method: 'POST', ...sent }), [secret]);
console.log('the webhook is answered', status);
`;

const COMPILER = {
  compilerOptions: {
    target: 'es2024',
    lib: ['es2024'],
    module: 'nodenext',
    strict: true,
    noEmit: true,
    types: ['node'],
    allowImportingTsExtensions: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    typeRoots: [join(REPOSITORY, 'node_modules/@types')],
  },
  files: ['program.ts'],
};

/** What the examples say when they have done what they say. */
const SAID = [
  /Acme Pharma GmbH "1"/,
  /ACME-\d+ Acme Pharma GmbH/,
  /changed meanwhile, to version 2/,
  /first evaluation or disqualified/,
  /title .*visible/,
  /certificate-of-analysis\.pdf sha256:/,
  /Sign as Release for use transitionWorkflowInstance ent_/,
  /Quality manager/,
  /audit-log.*\.json \d+\ntrue/,
  /the webhook is answered 204/,
];

describe('the client, with the mesh', () => {
  const demo = readDemo();
  let own: OwnOrganization;
  let admin: Client;
  let quality: Client;
  let delivered: { headers: Record<string, string>; body: string; secret: string };

  before(async () => {
    own = await newOrganization(demo, 'Client');
    [admin, quality] = [own.adminClient, own.qualityClient];
  });

  it('is generated from the description that the mesh serves', async () => {
    const served = (await wholeDescription(demo)) as unknown as ApiDescription;
    const written = { 'api.ts': await writeTypes(served), 'methods.ts': writeMethods(served) };
    for (const [name, text] of Object.entries(written)) {
      const lines = readFileSync(join(REPOSITORY, 'packages/client/src/generated', name), 'utf8').split('\n');
      expect(text.split('\n').find((line, index) => line !== lines[index])).to.equal(undefined);
    }
  });

  it('goes on with an iteration whose token is revoked between two pages', async () => {
    for (const name of ['one', 'two', 'three']) await admin.entities.create({ type: 'product', name });
    const keys: string[] = [];
    const asked: boolean[] = [];
    const token = async ({ refused }: { refused: boolean }) => {
      asked.push(refused);
      if (keys.length > 0 && !refused) return keys.at(-1) ?? '';
      const { key = '' } = await admin.apiKeys.create({ name: 'Short-lived', scopes: ['entities:read'] });
      keys.push(key);
      return key;
    };
    const client = createClient({ baseUrl: demo.base_url, credential: { token } });
    const names: string[] = [];
    for await (const { name } of client.entities.list({ type: 'product', per_page: 1, sort: 'name' })) {
      names.push(name);
      if (names.length > 1) continue;
      const held = await Array.fromAsync(admin.apiKeys.list());
      const id = held.find((one) => one.name === 'Short-lived')?.id ?? '';
      await admin.apiKeys.revoke(id);
    }
    expect(names).to.deep.equal(['one', 'three', 'two']);
    expect(asked).to.deep.equal([false, false, true, false]);
    const holder = createClient({ baseUrl: demo.base_url, credential: { apiKey: keys[0] ?? '' } });
    expect(await holder.account.get().catch((error: unknown) => error)).to.be.instanceOf(UnauthorizedError);
  });

  it('has one effect where the way to the gateway answers 503 twice', async () => {
    const statuses: number[] = [];
    const broken = async (request: Request): Promise<Response> => {
      // The first request arrives, and its answer is lost.
      const answer = statuses.length === 0 ? await fetch(request.clone()) : null;
      await answer?.arrayBuffer();
      const sent = statuses.length < 2 ? new Response(null, { status: 503, headers: { 'retry-after': '0' } }) : null;
      const found = sent ?? (await fetch(request));
      statuses.push(found.status);
      return found;
    };
    const client = createClient({ baseUrl: demo.base_url, credential: { apiKey: own.adminKey }, fetch: broken });
    const answer = await client.entities.create({ type: 'product', name: 'Created once' }).withResponse();
    expect([statuses, answer.replayed]).to.deep.equal([[503, 503, 201], true]);
    const found = await Array.fromAsync(admin.entities.list({ name: 'Created once' }));
    expect(found.map(({ id }) => id)).to.deep.equal([answer.data.id]);
  });

  it("renews an application's token that expires in mid-iteration", async () => {
    let now = Date.now();
    let tokens = 0;
    const client = createClient({
      baseUrl: demo.base_url,
      credential: { authUrl: demo.auth_url, clientId: own.clientId, clientSecret: own.clientSecret },
      now: () => now,
      fetch: (request) => {
        if (request.url.endsWith('/oauth/token')) tokens += 1;
        return fetch(request);
      },
    });
    const names: string[] = [];
    for await (const { name } of client.entities.list({ type: 'product', per_page: 1, sort: 'name' })) {
      names.push(name);
      now += 3_600_000;
    }
    expect(names.length).to.be.at.least(3);
    expect(tokens).to.equal(names.length);
  });

  it('uploads 20 MiB from a stream and downloads them as they were, with name and digest', async () => {
    const bytes = makeDemoPaper(20 * MIB);
    const { id, document } = await admin.certificates.upload({
      file: new Blob([new Uint8Array(bytes)]).stream(),
      filename: 'Größe 20 MiB.pdf',
      metadata: { type: 'coa', name: 'Large' },
    });
    expect(document).to.include({ size_bytes: 20 * MIB, filename: 'Größe 20 MiB.pdf' });
    const file = await admin.certificates.download(id);
    expect(file).to.include({ filename: 'Größe 20 MiB.pdf', size: 20 * MIB, checksum: document.checksum });
    expect(Buffer.from(await file.bytes()).equals(bytes)).to.equal(true);
  });

  it('verifies what the webhook service sends, while its secret is replaced too', async () => {
    const events: WebhookEvent[] = [];
    const secrets: string[] = [];
    const receiver = await startReceiver(async (request) => {
      const body = await request.text();
      events.push(await verifyWebhook(body, request.headers, secrets));
      delivered = { headers: Object.fromEntries(request.headers), body, secret: secrets.at(-1) ?? '' };
      return new Response(null, { status: 204 });
    });
    try {
      const { id, secret = '' } = await admin.webhooks.create({ url: receiver.url, events: ['webhook.disabled'] });
      secrets.push(secret);
      await admin.webhooks.test(id);
      await eventually('the test is verified', () => events.length > 0);
      const { secret: next = '' } = await admin.webhooks.rotateSecret(id);
      for (const known of [[secret], [next], [secret, next]]) {
        secrets.splice(0, secrets.length, ...known);
        const before = events.length;
        await admin.webhooks.test(id);
        await eventually('the next test is verified', () => events.length > before);
      }
      expect(events.at(-1)).to.deep.include({ event: 'webhook.test', data: { webhook_id: id } });
    } finally {
      receiver.stop();
    }
  });

  it('exports the audit log whole, and finds the file valid again without the mesh', async () => {
    const last = await eventually('the log tells of the webhook', async () => {
      const { data } = await quality.auditLogs.list({ entity_type: 'webhook' }).page(1);
      return data[0];
    });
    const { file, signature, key, job, verification, filename } = await quality.auditLogs.exportAll({
      from: '2026-01-01',
      to: '2199-12-31',
    });
    expect(verification).to.include({
      valid: true,
      signature: 'valid',
      checksum: job.checksum?.slice('sha256:'.length),
    });
    expect(verification.entries?.first).to.equal(1);
    expect(verification.entries?.last).to.be.at.least(last.sequence);
    expect(filename).to.match(/\.json$/);
    expect(await verifyExport(file, signature, key)).to.deep.equal(verification);
    const text = await file.text();
    const cut = await verifyExport(new Blob([text.replace('"create"', '"delete"')]), signature, key);
    expect(cut).to.include({ valid: false, signature: 'not_signed' });
  });

  it('does what the examples of its README say, checked by their types', async () => {
    const readme = readFileSync(join(REPOSITORY, 'packages/client/README.md'), 'utf8');
    const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);
    const place = mkdtempSync(join(tmpdir(), 'qsc-readme-'));
    try {
      writeFileSync(join(place, 'examples.ts'), examples.join('\n'));
      writeFileSync(join(place, 'program.ts'), PROGRAM);
      writeFileSync(join(place, 'package.json'), '{"type": "module"}');
      writeFileSync(join(place, 'tsconfig.json'), JSON.stringify(COMPILER));
      symlinkSync(join(REPOSITORY, 'test/node_modules'), join(place, 'node_modules'));
      cpSync(join(REPOSITORY, 'examples/certificate-of-analysis.pdf'), join(place, 'certificate-of-analysis.pdf'));
      const tsc = join(REPOSITORY, 'node_modules/typescript/bin/tsc');
      const checked = await run(process.execPath, [tsc, '-p', place]).catch((failed: { stdout: string }) => failed);
      expect(checked.stdout).to.equal('');
      const env = {
        PATH: process.env.PATH,
        BASE_URL: demo.base_url,
        AUTH_URL: demo.auth_url,
        API_KEY: own.adminKey,
        QUALITY_KEY: own.qualityKey,
        QUALITY_USER: own.qualityEmail,
        QUALITY_PASSWORD: own.qualityPassword,
        CLIENT_ID: own.clientId,
        CLIENT_SECRET: own.clientSecret,
        WEBHOOK: JSON.stringify(delivered),
      };
      const { stdout } = await run(process.execPath, ['program.ts'], { cwd: place, env });
      for (const line of SAID) expect(stdout).to.match(line);
    } finally {
      rmSync(place, { recursive: true });
    }
  });

  it('does what the guide of docs/clients.md says', async () => {
    const place = mkdtempSync(join(tmpdir(), 'qsc-guide-'));
    try {
      writeFileSync(join(place, 'guide.ts'), clientsGuide('ts'));
      writeFileSync(join(place, 'package.json'), '{"type": "module"}');
      symlinkSync(join(REPOSITORY, 'test/node_modules'), join(place, 'node_modules'));
      const env = { PATH: process.env.PATH, BASE_URL: demo.base_url, API_KEY: own.adminKey };
      const guide = () => run(process.execPath, ['guide.ts'], { cwd: place, env });
      expect((await guide()).stdout).to.match(/^created ent_\w+\nNM-0042 Nordmelk Excipients B\.V\.\n$/);
      expect((await guide()).stdout).to.match(/^is there already: .*NM-0042/);
    } finally {
      rmSync(place, { recursive: true });
    }
  });
});
