import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Demo, ensureDemo } from '../../scripts/runtime/demo.ts';
import { toOutbound } from '../../scripts/runtime/outbound.ts';
import { prepareDataDirectory } from '../../scripts/runtime/paths.ts';
import { findFreePortBase } from '../../scripts/runtime/ports.ts';
import { addresses } from '../../scripts/runtime/process-address.ts';
import { quiet } from './small-mesh.ts';

describe('the demo file', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'demo-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('keeps its organisations and follows the ports when they are moved', async () => {
    const paths = prepareDataDirectory(folder);
    const base = await findFreePortBase();
    const keys = { api_key: 'key', test_api_key: 'test', quality_api_key: 'quality' };
    const organization = { org_id: 'org_1', tier: 'custom', ...keys, users: [] };
    const client = { client_id: 'app_1', client_secret: 'secret' };
    const old = { base_url: 'http://127.0.0.1:7400', auth_url: 'http://127.0.0.1:7401', docs_url: '' };
    writeFileSync(paths.demo, JSON.stringify({ ...old, ...organization, ...client, tiers: [] }));
    const outbound = toOutbound({ variables: {} });
    await ensureDemo({}, { paths, addresses: addresses(base), outbound }, quiet);
    expect(JSON.parse(readFileSync(paths.demo, 'utf8')) as Demo).to.deep.equal({
      base_url: `http://127.0.0.1:${base}`,
      auth_url: `http://127.0.0.1:${base + 1}`,
      docs_url: `http://127.0.0.1:${base}/docs`,
      ...organization,
      ...client,
      tiers: [],
      outbound: {
        allowed_networks: ['127.0.0.1/32'],
        retry_schedule_seconds: [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
      },
    });
    expect(statSync(paths.demo).mode & 0o777).to.equal(0o600);
  });
});
