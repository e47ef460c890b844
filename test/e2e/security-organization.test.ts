import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, createClient } from '@qsc/client';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { openPartner, type Partner } from '../../scripts/fault-drill/partner/partner.ts';
import { REPOSITORY } from '../../scripts/runtime/paths.ts';
import { awaitApproval, signApproval } from './approval-records.ts';
import { logIn, readDemo } from './demo.ts';
import { connectPartner } from './integration-records.ts';
import { expectCoded, type Sent, send } from './security-answer.ts';
import { checkEach, getExample, type Operation, pathWith, readOperations } from './security-document.ts';

const demo = readDemo();
const operations = await readOperations(demo);
const owner = `Bearer ${demo.api_key}`;
/** Who decides: an administrator has nothing to decide, and lets nobody else. */
const decider = `Bearer ${demo.quality_api_key}`;
const OF_DECIDERS: readonly string[] = ['/v1/workflows/approvals/pending', '/v1/workflows/delegations'];
const stranger = `Bearer ${demo.tiers.find(({ tier }) => tier === 'enterprise')?.api_key}`;

type Ids = Record<string, string>;

const PAPER = readFileSync(join(REPOSITORY, 'examples/certificate-of-analysis.pdf'));

const PARAMETER = /\{(\w+)\}/g;

const namesIn = ({ path }: Operation): string[] => [...path.matchAll(PARAMETER)].map(([, name = '']) => name);

/** The list that a parameter's record stands in: the path before it. */
const listBefore = (operation: Operation, name: string): Operation | undefined => {
  const path = operation.path.slice(0, operation.path.indexOf(`/{${name}}`));
  return operations.find((other) => other.method === 'GET' && other.path === path && other.answersPage);
};

/** Not every entity is in a workflow. */
const isOfInstances = ({ path }: Operation): boolean => path.startsWith('/v1/workflows/instances/');

const firstId = async (list: Operation, ids: Ids): Promise<string | undefined> => {
  const answer = await send({ method: 'GET', url: `${demo.base_url}${pathWith(list, ids)}`, authorization: owner });
  return answer.body?.data?.[0]?.id;
};

/** An id of the demo organisation for every parameter of the path: out of its list, else as another path has it. */
const idsFor = async (operation: Operation, known: Ids): Promise<Ids> => {
  const ids: Ids = { ...known, ...(isOfInstances(operation) ? { entity_id: known.instance_of ?? '' } : {}) };
  for (const name of namesIn(operation)) {
    const list = listBefore(operation, name);
    const found = ids[name] ?? (list && (await firstId(list, ids)));
    if (!found) throw new Error(`No record of the demo organisation for {${name}}. Create one in "before".`);
    ids[name] = found;
  }
  return ids;
};

const makeClient = (apiKey: string): Client => createClient({ baseUrl: demo.base_url, credential: { apiKey } });

const [adminClient, qualityClient] = [makeClient(demo.api_key), makeClient(demo.quality_api_key)];

/** A document in its workflow, a CAPA with an action, a round of decisions, a signature and a delegation. */
const seedWorkflows = async (): Promise<Ids> => {
  const requireUser = (role: string) => demo.users.find((user) => user.role === role);
  const qualityPassword = requireUser('quality_manager')?.password ?? '';
  const { entities, qualityEvents } = adminClient;
  const document = await entities.create({ type: 'document', name: 'Confidential procedure' });
  const text = { title: 'Confidential', description: 'Confidential' };
  const deviation = await qualityEvents.create({ type: 'deviation', ...text });
  const actions = { corrective_actions: [{ description: 'Confidential' }], preventive_actions: [] };
  const capa = await qualityEvents.openCapa(deviation.id, { ...text, ...actions });
  const delegate_id = requireUser('quality_assurance')?.id ?? '';
  const delegation = { delegate_id, from: '2098-01-01', to: '2098-01-02', reason: 'Leave' };
  return {
    instance_of: document.id,
    // The first version of any workflow.
    version: '1',
    capa_id: capa.id,
    action_id: capa.corrective_actions?.[0]?.id ?? '',
    approval_id: await awaitApproval({ adminClient }, 'Confidential round'),
    signature_id: await signApproval({ adminClient, qualityClient, qualityPassword }),
    delegation_id: (await qualityClient.workflows.createDelegation(delegation)).id,
    delegate_id,
  };
};

/** An export that can be downloaded, a report, a review, and a webhook with a delivery. Nothing listens at its address. */
const seedEvidence = async (): Promise<Ids> => {
  const { auditLogs, webhooks } = adminClient;
  const period = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' };
  const { job } = await auditLogs.exportAll(period);
  const report = await auditLogs.createComplianceReport({ ...period, include_sections: ['access_controls'] });
  const review = await auditLogs.createReview({ ...period, conclusion: 'no_findings' });
  const { id: webhook_id } = await webhooks.create({
    url: 'http://127.0.0.1:9/confidential',
    events: ['audit.create'],
    filters: { actions: ['logout'] },
  });
  const { delivery_id } = await webhooks.test(webhook_id);
  return { job_id: job.job_id, report_id: report.report_id, review_id: review.id, webhook_id, delivery_id };
};

/** A connection to a stand-in, what it has synchronised and what waits for somebody. */
const seedIntegration = async (partner: Partner): Promise<Ids> => ({
  ...(await connectPartner(adminClient, partner, 'confidential')),
  connector: 'veeva_vault',
});

const seed = async (partner: Partner): Promise<Ids> => {
  const { auditLogs, certificates, documents, entities } = adminClient;
  const target = await entities.create({ type: 'component', name: 'Target' });
  const { id } = await entities.create({
    type: 'supplier',
    name: 'Confidential Supplier',
    relationships: [{ type: 'supplies', target_id: target.id }],
  });
  const links = { supplier_id: id, component_id: target.id };
  const metadata = { type: 'gmp', name: 'Confidential certificate', ...links } as const;
  const certificate = await certificates.upload({ file: new Blob([PAPER]), filename: 'certificate.pdf', metadata });
  const procedure = { name: 'Confidential document' };
  const document = await documents.create({ file: new Blob([PAPER]), filename: 'p.pdf', metadata: procedure });
  const notify = ['secret@security.example'];
  await certificates.createExpiryAlertRules({
    rules: [{ days_before_expiry: 30, notify, certificate_types: ['gmp'] }],
  });
  await auditLogs.placeLegalHold({ reason: 'Confidential case', entity_ids: [id] });
  await auditLogs.recordSystemQualification({
    run: 'confidential-run',
    started_at: '2026-03-02T08:00:00Z',
    completed_at: '2026-03-02T08:02:00Z',
    system: { base_url: demo.base_url, version: '1' },
    result: 'passed',
    steps: { passed: 1, failed: 0, open: 0 },
    files: [{ name: 'a.pdf', size_bytes: 1, checksum: `sha256:${'0'.repeat(64)}` }],
  });
  await logIn(demo, 'system_admin');
  await eventually('its trail', () => auditLogs.getTrail(id).catch(() => null));
  return {
    entity_id: id,
    related_entity_id: id,
    certificate_id: certificate.id,
    document_id: document.id,
    user_id: demo.users[0]?.id ?? '',
    ...links,
    ...(await seedWorkflows()),
    ...(await seedEvidence()),
    ...(await seedIntegration(partner)),
  };
};

/** A body that the operation takes. */
const bodyFor = async ({ body, isForm }: Operation): Promise<Pick<Sent, 'body' | 'headers'>> => {
  if (!isForm) return body === null ? {} : { body: JSON.stringify(getExample(body)) };
  const form = new FormData();
  form.append('metadata', '{}');
  form.append('file', new Blob([PAPER]), 'procedure.pdf');
  const encoded = new Response(form);
  return {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    body: new Uint8Array(await encoded.arrayBuffer()),
  };
};

/** Lists of what the calling user alone has. */
const OF_THE_CALLER = ['/v1/me/sessions'];

const getOwner = ({ path }: Operation): string => (OF_DECIDERS.includes(path) ? decider : owner);

/** The search over all kinds has no pages and needs a word. */
const getQuery = ({ path }: Operation): string => (path === '/v1/search' ? 'q=confidential' : 'per_page=100');

const idsIn = async (authorization: string, list: Operation): Promise<string[]> => {
  const url = `${demo.base_url}${pathWith(list)}?${getQuery(list)}`;
  const { status, body } = await send({ method: 'GET', url, authorization });
  expect(status, list.name).to.equal(200);
  return body.data.map(
    ({ id, signature_id, approval_id, policy_id, sync_id }: Ids) =>
      id ?? signature_id ?? approval_id ?? policy_id ?? sync_id,
  );
};

describe("another organisation's records", () => {
  let ids: Ids = {};
  let partner: Partner;
  before(async () => {
    partner = await openPartner();
    ids = await seed(partner);
  });
  after(() => partner?.close());

  it('are unknown to every route with an id in its path', () =>
    checkEach(
      operations.filter((one) => namesIn(one).length > 0),
      async (operation) => {
        const { method } = operation;
        const url = `${demo.base_url}${pathWith(operation, await idsFor(operation, ids))}`;
        const own = method === 'GET' ? await send({ method, url, authorization: owner }) : null;
        if (own) expect(own.status, 'its owner reads it').to.equal(200);
        const answer = await send({ method, url, authorization: stranger, ...(await bodyFor(operation)) });
        if (operation.answersPage && answer.status === 200) {
          expect([answer.body.data, answer.body.meta.total]).to.deep.equal([[], 0]);
          return;
        }
        expectCoded(answer, operation.name);
        expect([answer.status, answer.body.error.code]).to.deep.equal([404, 'not_found']);
      },
    ));

  it('are in no list, and no filter of a list finds them', () =>
    checkEach(
      operations.filter((one) => one.answersPage && namesIn(one).length === 0 && !OF_THE_CALLER.includes(one.path)),
      async (list) => {
        const [theirs, ours] = [await idsIn(stranger, list), await idsIn(getOwner(list), list)];
        expect(ours, 'the owner sees some').to.not.be.empty;
        expect(theirs.filter((id) => ours.includes(id))).to.deep.equal([]);
        for (const { name } of list.parameters.filter((one) => one.in === 'query' && one.name.endsWith('_id'))) {
          const id = ids[name];
          if (!id) throw new Error(`No record of the demo organisation for ${name}. Create one in "before".`);
          const url = `${demo.base_url}${list.path}?${name}=${id}`;
          const { status, body } = await send({ method: 'GET', url, authorization: stranger });
          expect([status, body.data], name).to.deep.equal([200, []]);
        }
      },
    ));

  it('cannot be pointed to, nor changed among others', async () => {
    const url = `${demo.base_url}/v1/entities`;
    const pointing = { type: 'product', name: 'P', relationships: [{ type: 'r', target_id: ids.entity_id }] };
    const created = await send({ method: 'POST', url, authorization: stranger, body: JSON.stringify(pointing) });
    expect([created.status, created.body.error.code]).to.deep.equal([422, 'validation_failed']);
    const updates = JSON.stringify({ updates: [{ id: ids.entity_id, name: 'Taken' }] });
    const changed = await send({ method: 'PATCH', url: `${url}/bulk`, authorization: stranger, body: updates });
    expect([changed.status, changed.body.data[0].status, changed.body.data[0].error.code]).to.deep.equal([
      207,
      404,
      'not_found',
    ]);
  });

  it('are as they were after all of that', async () => {
    const supplier = await adminClient.entities.get(ids.entity_id ?? '');
    expect(supplier).to.include({ name: 'Confidential Supplier', version: 1 });
    expect(supplier.relationships).to.have.length(1);
  });
});
