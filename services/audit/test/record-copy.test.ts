import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newId } from '@qsc/contracts';
import { toEvidenceKey } from '@qsc/service-kit';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { verifyCopy } from '../../../packages/client/src/index.ts';
import { findChangedFields } from '../src/copy/record-copy.ts';
import { type AuditFixture, makeActEvent, newOrg, startAudit } from './audit-fixture.ts';
import { startCopyPeers } from './copy-peers.ts';
import { makeChain } from './export-fixture.ts';
import { pdfPages } from './pdf-text.ts';

const PROGRAM = fileURLToPath(new URL('../../../scripts/verify-audit.mjs', import.meta.url));
const MARTA = 'usr_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const MAKER = 'ent_01ARZ3NDEKTSV4RRFFQ69G5FAW';

const makeRecord = (id: string, changes: object = {}) => ({
  ...{ id, type: 'deviation', number: 'DEV-2026-0001', title: 'Lactose & salt', status: 'closed', version: 3 },
  ...{ description: 'Loss on drying', root_cause: { category: 'Human error' }, supplier_id: MAKER },
  ...{ created_at: '2026-03-01T08:00:00.000Z', updated_at: '2026-03-02T08:00:00.000Z', created_by: MARTA },
  ...changes,
});

const WORKFLOW = {
  workflows: [
    {
      ...{ workflow_name: 'Deviation', workflow_version: 1, started_at: '2026-03-01T08:00:00.000Z' },
      ...{ state: 'closed', state_name: 'Closed' },
      history: [{ from_state: 'draft', to_state: 'closed', at: '2026-03-02T08:00:00.000Z', by_name: 'Marta Rossi' }],
    },
  ],
  approvals: [],
  signatures: [
    {
      ...{ signature_id: newId('signature'), signer_name: 'Jan Novák', signer_role: 'quality_manager' },
      ...{ meaning: 'Closure', timestamp: '2026-07-02T08:00:00.000Z', entity_version: 3 },
      act: { action: 'transition', from_state: 'draft', to_state: 'closed' },
      verification: { status: 'valid', message: 'The signature is unaltered.' },
    },
  ],
};

describe('the values that were changed since they were first entered', () => {
  it('are those that replaced a value, with the first one and the last change', () => {
    const entries = makeChain('org_1', [
      { action: 'create', changes: { priority: { from: null, to: 'low' } } },
      { changes: { priority: { from: 'low', to: 'high' }, status: { from: 'draft', to: 'open' } } },
      { changes: { priority: { from: 'high', to: 'critical' }, root_cause: { from: null, to: 'x' } } },
    ]);
    expect(findChangedFields(entries)).to.deep.equal([
      {
        ...{ field: 'priority', first_value: 'low', changes: 2, last_changed_by: 'Ann', last_reason: null },
        last_changed_at: entries[2]?.timestamp,
      },
    ]);
  });
});

describe('copies of records for inspectors', () => {
  let audit: AuditFixture;
  let peers: Awaited<ReturnType<typeof startCopyPeers>>;
  let org: string;
  let id: string;

  before(async () => {
    audit = await startAudit(async ({ meshSecret }) => {
      peers = await startCopyPeers(meshSecret);
      return peers.addresses;
    });
  });
  after(async () => {
    await audit.stop();
    await peers.stop();
  });

  beforeEach(async () => {
    [org, id] = [newOrg(), newId('qualityEvent')];
    audit.identity.setUser({ id: MARTA, orgId: org, name: 'Marta Rossi', role: 'quality_manager' });
    peers.names.set(MAKER, 'Acme Pharma');
    peers.knows(org, {
      record: makeRecord(id),
      parts: { capas: [{ id: newId('qualityEvent'), number: 'CAPA-2026-0001', title: 'Dry it', status: 'closed' }] },
      workflow: WORKFLOW,
      attachments: [{ document_id: newId('entity'), version: 2, filename: 'photo.png', checksum: 'sha256:abc' }],
    });
    const facts = { entity_id: id, entity_type: 'deviation', entity_name: 'Lactose & salt' };
    const changes = { description: { from: 'Lost on drying', to: 'Loss on drying' } };
    await audit.publish(
      makeActEvent(org, { ...facts, action: 'create', changes: { description: { from: null, to: 'Lost on drying' } } }),
      makeActEvent(org, { entity_id: 'ent_other' }),
      makeActEvent(org, { ...facts, changes }),
    );
    await audit.recorded(org, 3);
  });

  const get = (path: string, change: object = {}): Promise<Response> =>
    fetch(`${audit.origin}/v1${path}`, {
      headers: { authorization: `Bearer ${audit.identity.token({ orgId: org, ...change })}` },
    });

  const json = async (): Promise<string> => (await get(`/quality-events/${id}/report?format=json`)).text();

  const key = () => toEvidenceKey(audit.config.AUDIT_SIGNING_KEY);

  it('show the whole record: names, marks, linked records, signatures with time and zone, and the trail', async () => {
    const answer = await get(`/quality-events/${id}/report`);
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('content-disposition')).to.match(/DEV-2026-0001-copy-.*\.pdf/);
    const pages = await pdfPages(Buffer.from(await answer.arrayBuffer()));
    const text = pages.join(' ');
    for (const shown of ['DEV-2026-0001 Lactose & salt', 'Marta Rossi', 'Acme Pharma', 'CAPA-2026-0001', 'photo.png'])
      expect(text).to.contain(shown);
    expect(text).to.contain('Changed once. First: Lost on drying');
    expect(text).to.match(/Jan Novák\s+quality_manager\s+2026-07-02 08:00:00 \+00:00\s+Closure/);
    expect(text).to.contain('Description: Lost on drying → Loss on drying');
    expect(text).to.contain('Each fits its own hash').and.to.contain(`Page 1 of ${pages.length}`);
  });

  it('of several records are one file with the page of each', async () => {
    const other = newId('qualityEvent');
    peers.knows(org, { record: makeRecord(other, { number: 'DEV-2026-0002', title: 'Other' }), parts: {} });
    const answer = await get(`/quality-events/report?ids=${id},${other}`);
    const [first = '', ...further] = await pdfPages(Buffer.from(await answer.arrayBuffer()));
    const page = further.findIndex((text) => text.includes('DEV-2026-0002 Other')) + 2;
    expect(first).to.match(new RegExp(`DEV-2026-0002 Other\\s+${page}`));
  });

  it('have an entry of the export for each record, before the first byte', async () => {
    await json();
    await eventually('the entry', () => audit.entries.findOne({ org_id: org, action: 'export', entity_id: id }));
  });

  it('are checked offline by one file alone, with the entries and their place in the chain', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'qsc-copy-'));
    try {
      await writeFile(join(folder, 'copy.json'), await json());
      await writeFile(join(folder, 'key.json'), JSON.stringify(key()));
      const reported = await new Promise<string>((resolve) => {
        execFile(process.execPath, [PROGRAM, join(folder, 'copy.json')], { env: {} }, (error, stdout, stderr) =>
          resolve(`${Number(error?.code ?? 0)} ${stdout}${stderr}`),
        );
      });
      expect(reported)
        .to.match(/^0 signature: valid/)
        .and.to.match(/DEV-2026-0001 Lactose & salt; 2 entries .*no\. 1 to no\. 3/);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('are not valid when a value, an entry or their order was altered, or another key is given', async () => {
    const text = await json();
    expect(verifyCopy(text, key())).to.include({ valid: true, signature: 'valid', lastSequence: 3 });
    expect(verifyCopy(text.replace('"closed"', '"draft"'), key())).to.include({ signature: 'not_signed' });
    expect(verifyCopy(text.replace('{"copy":', '{"copy":{},"copy":'), key())).to.include({ signature: 'malformed' });
    const other = { ...key(), x: Buffer.alloc(32, 9).toString('base64url') };
    expect(verifyCopy(text, other)).to.include({ valid: false, signature: 'unknown_key' });
  });

  it('say that the log was tampered with, and are not valid then', async () => {
    await audit.entries.model.collection.updateOne({ org_id: org, sequence: 3 }, { $set: { changes: '{}' } });
    const text = await json();
    expect(JSON.parse(text).copy.records[0].trail.faults).to.deep.equal([{ sequence: 3, reason: 'content_changed' }]);
    expect(verifyCopy(text, key()).valid).to.equal(false);
  });

  it('need the scope of the record and audit-logs:read, and are of one organisation', async () => {
    const path = `/quality-events/${id}/report`;
    for (const scope of ['quality-events:read', 'audit-logs:read']) {
      const { status, body } = await toError(await get(path, { scopes: [scope] }));
      expect([status, body]).to.deep.equal([
        403,
        scope === 'audit-logs:read' ? 'quality-events:read' : 'audit-logs:read',
      ]);
    }
    expect((await get(path, { role: 'document_owner' })).status).to.equal(403);
    expect((await get(path, { orgId: newOrg() })).status).to.equal(404);
  });

  const toError = async (answer: Response) => ({
    status: answer.status,
    body: ((await answer.json()) as { error: { details?: { required_scope?: string } } }).error.details?.required_scope,
  });

  it('leave out what the caller may not read, and say so', async () => {
    const supplier = newId('entity');
    const parts = { quality_events: [{ id: newId('qualityEvent'), number: 'DEV-2026-0009', title: 'Secret' }] };
    peers.knows(org, { record: { id: supplier, type: 'supplier', name: 'Acme' }, parts });
    const answer = await get(`/suppliers/${supplier}/report?format=json`, {
      scopes: ['suppliers:read', 'audit-logs:read'],
    });
    const text = await answer.text();
    expect(text).not.to.contain('Secret');
    expect(JSON.parse(text).copy.records[0].omitted).to.deep.equal(['quality_events']);
  });

  it('refuse more than 50 records, and one twice', async () => {
    for (const ids of [Array.from({ length: 51 }, (_, at) => `qe_${at}`), [id, id]])
      expect((await get(`/quality-events/report?ids=${ids.join(',')}`)).status).to.equal(422);
  });
});
