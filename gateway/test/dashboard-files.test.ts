import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { closeServer, listen } from '@qsc/service-kit/edge';
import { expect } from 'chai';
import express from 'express';
import { mountDashboardFiles } from '../src/dashboard/dashboard-files.ts';

const SCRIPT = 'console.log("dashboard");';
const PAGE = '<!doctype html><meta name="style-nonce" content="%STYLE_NONCE%"><div id="root"></div>';

describe('the files of the dashboard', () => {
  let folder: string;
  let server: Server;
  let base: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'qsc-dashboard-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), PAGE);
    writeFileSync(join(folder, 'assets/index-Ab12.js'), SCRIPT);
    writeFileSync(join(folder, 'assets/index-Ab12.js.br'), brotliCompressSync(SCRIPT));
    writeFileSync(join(folder, 'assets/index-Ab12.js.gz'), gzipSync(SCRIPT));
    mkdirSync(join(folder, 'assets/pdfjs-1.0.0'));
    writeFileSync(join(folder, 'assets/pdfjs-1.0.0/fallback.js'), SCRIPT);
    mkdirSync(join(folder, 'assets/.hidden'));
    writeFileSync(join(folder, 'assets/.hidden/secret.js'), SCRIPT);
    const app = express();
    mountDashboardFiles(app, folder);
    server = createServer(app);
    base = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`;
  });
  after(async () => {
    await closeServer(server);
    rmSync(folder, { recursive: true });
  });

  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${base}${path}`, { headers, redirect: 'manual' });

  it('are packed as the client takes them, and immutable where their names hold a hash', async () => {
    for (const [accepted, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const response = await get('/app/assets/index-Ab12.js', { 'accept-encoding': accepted });
      expect(response.headers.get('content-encoding'), accepted).to.equal(encoding);
      expect(response.headers.get('vary')).to.equal('Accept-Encoding');
      expect(response.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
      expect(await response.text()).to.equal(SCRIPT);
    }
  });

  it('load further scripts from their own origin alone where they run as workers', async () => {
    const { headers } = await get('/app/assets/index-Ab12.js');
    expect(headers.get('content-security-policy')).to.equal("default-src 'none'; script-src 'self'");
  });

  it('are found in a folder of a release, and nowhere beside the folder of the files', async () => {
    expect(await (await get('/app/assets/pdfjs-1.0.0/fallback.js')).text()).to.equal(SCRIPT);
    for (const path of ['/app/assets/../secret.js', '/app/assets/..%2fsecret.js', '/app/assets/.hidden/secret.js'])
      expect(await (await get(path)).text(), path).not.to.equal(SCRIPT);
  });

  it('are one page for every other address, never stored, with a nonce of each answer', async () => {
    const nonces = await Promise.all(
      ['/app', '/app/quality-events/qe_1'].map(async (path) => {
        const response = await get(path);
        expect(response.headers.get('cache-control')).to.equal('no-store');
        const policy = response.headers.get('content-security-policy') ?? '';
        expect(policy).to.include("frame-ancestors 'none'").and.include("script-src 'self';");
        expect(policy).to.include("require-trusted-types-for 'script'");
        const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? [];
        expect(await response.text()).to.include(`content="${nonce}"`);
        return nonce;
      }),
    );
    expect(new Set(nonces)).to.have.lengthOf(2);
  });

  it('are not found where the build has none of that name', async () => {
    expect((await get('/app/assets/index-Zz99.js')).status).to.equal(404);
  });

  it('are where / leads a browser, and no program', async () => {
    const browser = await get('/', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect([browser.status, browser.headers.get('location')]).to.deep.equal([302, '/app']);
    expect((await get('/', { accept: '*/*' })).status).to.equal(404);
  });
});
