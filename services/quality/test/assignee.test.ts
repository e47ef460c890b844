import { newId } from '@qsc/contracts';
import { expect } from 'chai';
import { capaFixture } from './capa-fixture.ts';
import { type Client, type QualityMesh, startQualityMesh } from './mesh.ts';

describe('the assignee of a quality event', () => {
  let mesh: QualityMesh;
  let api: Client;
  let colleague: string;
  before(async () => {
    mesh = await startQualityMesh();
  });
  beforeEach(() => {
    api = mesh.api();
    colleague = addUser(api.orgId);
  });
  after(() => mesh.stop());

  const addUser = (orgId: string, more: object = {}): string => {
    const id = newId('user');
    mesh.identity.setUser({ id, orgId, name: 'Colleague', role: 'quality_specialist', password: id, ...more });
    return id;
  };

  const create = (assigned_to: string) =>
    api.post('/v1/quality-events', { type: 'deviation', title: 'Leak', description: 'It leaks.', assigned_to });

  const opened = async (): Promise<{ id: string; path: string }> => {
    const { id } = (await create(colleague)).body.data;
    return { id, path: `/v1/quality-events/${id}` };
  };

  const isUnknown = ({ status, body }: Awaited<ReturnType<typeof create>>, field = 'assigned_to') => {
    expect(status, JSON.stringify(body)).to.equal(422);
    expect(body.error.details.fields).to.deep.include({
      ...{ field, code: 'unknown_user' },
      message: body.error.details.fields[0].message,
    });
  };

  it('is an active user of the organisation', async () => {
    expect((await create(colleague)).body.data.assigned_to).to.equal(colleague);
    for (const id of ['usr_nobody', addUser(newId('organization')), addUser(api.orgId, { active: false })])
      isUnknown(await create(id));
  });

  it('is checked where it changes, and not where it stays', async () => {
    const { path } = await opened();
    isUnknown(await api.patch(path, { assigned_to: 'usr_nobody' }));
    mesh.identity.setUser({
      id: colleague,
      orgId: api.orgId,
      name: 'Gone',
      role: 'quality_specialist',
      password: 'x',
      active: false,
    });
    expect((await api.patch(path, { assigned_to: colleague, title: 'Small leak' })).status).to.equal(200);
    expect((await api.patch(path, { assigned_to: null })).body.data.assigned_to).to.equal(null);
    isUnknown(await api.patch(path, { assigned_to: colleague }));
  });

  it('is checked where a transition sets it', async () => {
    const { id } = await opened();
    const workflow = mesh.workflowApi(api.orgId);
    const transition = (assigned_to: string) =>
      workflow.post(`/v1/workflows/instances/${id}/transition`, { to_state: 'submitted', data: { assigned_to } });
    isUnknown(await transition('usr_nobody'));
    expect((await transition(addUser(api.orgId))).status).to.equal(200);
  });

  it('is checked for each action of a CAPA, which the refusal names', async () => {
    const { path } = await opened();
    const action = (assigned_to: string) => ({ description: 'Mend it', assigned_to });
    const body = { title: 'Mend', description: 'Mend the leak.', preventive_actions: [action(colleague)] };
    const corrective_actions = [action(colleague), action('usr_nobody')];
    isUnknown(await api.post(`${path}/capa`, { ...body, corrective_actions }), 'corrective_actions.1.assigned_to');
    const capa = await capaFixture(mesh).capa(api);
    isUnknown(await api.post(`${capa.path}/actions`, { type: 'preventive', ...action('usr_nobody') }));
    isUnknown(await capa.patchAction({ assigned_to: 'usr_nobody' }));
    expect((await capa.patchAction({ assigned_to: colleague })).body.data.assigned_to).to.equal(colleague);
  });
});
