import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { type Client, createClient } from '@qsc/client';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { REPOSITORY } from '../../scripts/runtime/paths.ts';
import { readDemo } from './demo.ts';
import { newOrganization, type OwnOrganization } from './organization.ts';

const DAY_MS = 86_400_000;

/** An assistant that has started the server as its README says. */
const connect = async (baseUrl: string, apiKey: string) => {
  const assistant = new McpClient({ name: 'test', version: '1' });
  await assistant.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(REPOSITORY, 'packages/mcp/src/main.ts')],
      env: { QSC_BASE_URL: baseUrl, QSC_API_KEY: apiKey },
    }),
  );
  const call = async (name: string, parameters: object = {}) => {
    const { content, isError = false } = await assistant.callTool({ name, arguments: { ...parameters } });
    const text = (content as { text: string }[])[0]?.text ?? '';
    return { isError, text, found: isError ? null : JSON.parse(text) };
  };
  return { assistant, call };
};

describe('the MCP server, with the mesh', () => {
  const demo = readDemo();
  let own: OwnOrganization;
  let admin: Client;
  let supplierId: string;
  let reader: Awaited<ReturnType<typeof connect>>;

  before(async () => {
    own = await newOrganization(demo, 'Assistant');
    admin = createClient({ baseUrl: demo.base_url, credential: { apiKey: own.adminKey } });
    await admin.organization.update({ settings: { recorded_reads: ['supplier'] } });
    supplierId = (await admin.suppliers.create({ name: 'Nordmelk Excipients', supplier_code: 'NM-1' })).id;
    reader = await connect(demo.base_url, own.qualityKey);
  });
  after(() => reader.assistant.close());

  it('has tools that only read, and says so of each', async () => {
    const { tools } = await reader.assistant.listTools();
    expect(tools.map(({ name }) => name)).to.have.members([
      ...['search', 'read_record', 'read_audit_trail'],
      ...['list_overdue_quality_events', 'list_expiring_certificates', 'verify_audit_log'],
    ]);
    for (const { annotations } of tools) expect(annotations?.readOnlyHint).to.equal(true);
  });

  it('finds a record by a word of it, reads it, and its trail', async () => {
    const [found] = await eventually('the supplier is found', async () => {
      const list = (await reader.call('search', { query: 'nordm' })).found;
      return list.length > 0 ? list : undefined;
    });
    expect(found).to.include({ type: 'supplier', id: supplierId, title: 'Nordmelk Excipients' });
    expect((await reader.call('read_record', { id: supplierId })).found).to.include({ name: 'Nordmelk Excipients' });
    const actions = await eventually('the trail has its first entry', async () => {
      const { found: trail, isError } = await reader.call('read_audit_trail', { id: supplierId });
      return isError || trail.meta.total === 0 ? undefined : trail;
    });
    expect(JSON.stringify(actions)).to.include('"create"');
    expect(actions.meta.total).to.be.at.least(1);
  });

  it('lists an event whose due date is past, and a certificate that expires soon', async () => {
    const quality = createClient({ baseUrl: demo.base_url, credential: { apiKey: own.qualityKey } });
    const event = await quality.qualityEvents.create({
      type: 'deviation',
      title: 'Late',
      description: 'Loss on drying 1.4 %',
      classification: 'minor',
      due_date: '2026-01-02',
    });
    expect((await reader.call('list_overdue_quality_events')).found).to.deep.include({ total: 1 });
    expect((await reader.call('read_record', { id: event.id })).found).to.include({ title: 'Late' });
    const paper = readFileSync(join(REPOSITORY, 'examples/certificate-of-analysis.pdf'));
    const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
    for (const [name, days] of Object.entries({ Soon: 5, Later: 50 })) {
      const { id } = await admin.certificates.upload({
        file: new Blob([new Uint8Array(paper)]),
        filename: 'iso.pdf',
        metadata: { type: 'iso', name, supplier_id: supplierId, expiry_date: inDays(days) },
      });
      await quality.certificates.validate(id, { status: 'valid', notes: 'Compared with the register' });
    }
    const { found } = await reader.call('list_expiring_certificates', { within_days: 10 });
    expect([found.total, found.records.map(({ name }: { name: string }) => name)]).to.deep.equal([1, ['Soon']]);
  });

  it('says whether the audit log holds', async () => {
    expect((await reader.call('verify_audit_log')).found).to.deep.include({ valid: true, first_broken: null });
  });

  it('hands on what the API refuses, with the scope that is missing', async () => {
    const { key = '' } = await admin.apiKeys.create({ name: 'Little', scopes: ['suppliers:read'] });
    const little = await connect(demo.base_url, key);
    try {
      const { isError, text } = await little.call('read_audit_trail', { id: supplierId });
      expect(isError).to.equal(true);
      expect(text).to.match(/^forbidden: .*"required_scope":"audit-logs:read"/);
      const unknown = await little.call('read_record', { id: 'usr_1' });
      expect([unknown.isError, unknown.text]).to.satisfy(
        ([failed, why]: [boolean, string]) => failed && /ent_/.test(why),
      );
    } finally {
      await little.assistant.close();
    }
  });

  it('is seen in the audit log by its user agent, where reads are recorded', async () => {
    await reader.call('read_record', { id: supplierId });
    const entry = await eventually('the read is recorded', async () => {
      const { data } = await admin.auditLogs.list({ action: 'read', entity_id: supplierId }).page(1);
      return data[0];
    });
    expect(entry.client?.user_agent).to.match(/^qsc-mcp\/0\.1\.0 qsc-client\//);
  });
});
