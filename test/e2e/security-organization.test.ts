import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { openPartner, type Partner } from '../../scripts/fault-drill/partner/partner.ts';
import { REPOSITORY } from '../../scripts/runtime/paths.ts';
import { awaitApproval, dataOf, signApproval } from './approval-records.ts';
import { clientOf, readDemo } from './demo.ts';
import { connectPartner } from './integration-records.ts';
import { expectCoded, send } from './security-answer.ts';
import { checkEach, exampleOf, type Operation, pathWith, readOperations } from './security-document.ts';
import { uploadCertificate } from './upload.ts';

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

/** A document in its workflow, a CAPA with an action, a round of decisions, a signature and a delegation. */
const seedWorkflows = async (): Promise<Ids> => {
  const [admin, quality] = [clientOf(demo, demo.api_key), clientOf(demo, demo.quality_api_key)];
  const userOf = (role: string) => demo.users.find((user) => user.role === role);
  const qualityPassword = userOf('quality_manager')?.password ?? '';
  const document = dataOf(await admin.post('/v1/entities', { type: 'document', name: 'Confidential procedure' }));
  const text = { title: 'Confidential', description: 'Confidential' };
  const deviation = dataOf(await admin.post('/v1/quality-events', { type: 'deviation', ...text }));
  const actions = { corrective_actions: [{ description: 'Confidential' }], preventive_actions: [] };
  const capa = await admin.post(`/v1/quality-events/${deviation.id}/capa`, { ...text, ...actions });
  const delegate_id = userOf('quality_assurance')?.id ?? '';
  const delegation = { delegate_id, from: '2098-01-01', to: '2098-01-02', reason: 'Leave' };
  return {
    instance_of: document.id,
    capa_id: dataOf(capa).id,
    action_id: capa.body.data.corrective_actions[0].id,
    approval_id: await awaitApproval({ admin }, 'Confidential round'),
    signature_id: await signApproval({ admin, quality, qualityPassword }),
    delegation_id: dataOf(await quality.post('/v1/workflows/delegations', delegation)).id,
    delegate_id,
  };
};

/** An export that can be downloaded, a report, a review, and a webhook with a delivery. Nothing listens at its address. */
const seedEvidence = async (): Promise<Ids> => {
  const api = clientOf(demo, demo.api_key);
  const period = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' };
  const { job_id } = (await api.post('/v1/audit-logs/export', { format: 'json', ...period })).body.data;
  const report = await api.post('/v1/audit-logs/reports/21cfr11', { ...period, include_sections: ['access_controls'] });
  const review = await api.post('/v1/audit-logs/reviews', { ...period, conclusion: 'no_findings' });
  const receiver = {
    url: 'http://127.0.0.1:9/confidential',
    events: ['audit.create'],
    filters: { actions: ['logout'] },
  };
  const webhook_id = dataOf(await api.post('/v1/webhooks', receiver)).id;
  const test = await api.post(`/v1/webhooks/${webhook_id}/test`, {});
  expect([report.status, review.status, test.status]).to.deep.equal([201, 201, 202]);
  await eventually('the export', async () => {
    const { body } = await api.get(`/v1/audit-logs/export/${job_id}`);
    return body.data.status === 'completed';
  });
  const { report_id } = report.body.data;
  return { job_id, report_id, review_id: dataOf(review).id, webhook_id, delivery_id: test.body.data.delivery_id };
};

/** A connection to a stand-in, what it has synchronised and what waits for somebody. */
const seedIntegration = async (partner: Partner): Promise<Ids> => {
  return { ...(await connectPartner(clientOf(demo, demo.api_key), partner, 'confidential')), connector: 'veeva_vault' };
};

const seed = async (partner: Partner): Promise<Ids> => {
  const api = clientOf(demo, demo.api_key);
  const target = await api.post('/v1/entities', { type: 'component', name: 'Target' });
  const entity = await api.post('/v1/entities', {
    type: 'supplier',
    name: 'Confidential Supplier',
    relationships: [{ type: 'supplies', target_id: target.body.data.id }],
  });
  const { id } = entity.body.data;
  const links = { supplier_id: id, component_id: target.body.data.id };
  const metadata = { type: 'gmp', name: 'Confidential certificate', ...links };
  const certificate = await uploadCertificate(demo, { key: demo.api_key, file: PAPER, metadata });
  const rule = { days_before_expiry: 30, notify: ['secret@security.example'], certificate_types: ['gmp'] };
  const rules = await api.post('/v1/certificates/expiry-alerts', { rules: [rule] });
  const hold = await api.post('/v1/audit-logs/holds', { reason: 'Confidential case', entity_ids: [id] });
  expect([certificate.status, rules.status, hold.status]).to.deep.equal([201, 201, 201]);
  await eventually('its trail', async () => (await api.get(`/v1/audit-logs/entity/${id}`)).status === 200);
  const records = { entity_id: id, related_entity_id: id, certificate_id: certificate.body.data.id };
  return {
    ...records,
    user_id: demo.users[0]?.id ?? '',
    ...links,
    ...(await seedWorkflows()),
    ...(await seedEvidence()),
    ...(await seedIntegration(partner)),
  };
};

const ownerOf = ({ path }: Operation): string => (OF_DECIDERS.includes(path) ? decider : owner);

/** The search over all kinds has no pages and needs a word. */
const queryOf = ({ path }: Operation): string => (path === '/v1/search' ? 'q=confidential' : 'per_page=100');

const idsIn = async (authorization: string, list: Operation): Promise<string[]> => {
  const url = `${demo.base_url}${pathWith(list)}?${queryOf(list)}`;
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
        const { method, body } = operation;
        const url = `${demo.base_url}${pathWith(operation, await idsFor(operation, ids))}`;
        const own = method === 'GET' ? await send({ method, url, authorization: owner }) : null;
        if (own) expect(own.status, 'its owner reads it').to.equal(200);
        const sent = body === null ? {} : { body: JSON.stringify(exampleOf(body)) };
        const answer = await send({ method, url, authorization: stranger, ...sent });
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
      operations.filter((one) => one.answersPage && namesIn(one).length === 0),
      async (list) => {
        const [theirs, ours] = [await idsIn(stranger, list), await idsIn(ownerOf(list), list)];
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
    const { body } = await clientOf(demo, demo.api_key).get(`/v1/entities/${ids.entity_id}`);
    expect(body.data).to.include({ name: 'Confidential Supplier', version: 1 });
    expect(body.data.relationships).to.have.length(1);
  });
});
