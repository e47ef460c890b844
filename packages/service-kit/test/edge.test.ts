import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  type AppError,
  identityDefinition,
  loadConfig,
  makeEdgeSeal,
  makeGrpcClient,
  serviceEnvironment,
} from '@qsc/service-kit';
import { apiClient, eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { useNoteService } from './note-fixture.ts';

describe('the edge of a service', () => {
  const { identity, service, url, api } = useNoteService();

  it('shows nobody a stack or a driver’s message', async () => {
    const answer = await api().delete('/v1/faults');
    expect([answer.status, answer.body.error.code]).to.deep.equal([500, 'internal_error']);
    expect(JSON.stringify(answer.body)).to.not.contain('secret detail');
  });

  it('keeps a well-formed request id and replaces another', async () => {
    const kept = await api().get('/v1/nothing', { headers: { 'x-request-id': 'abc-1' } });
    expect([kept.headers.get('x-request-id'), kept.body.error.request_id]).to.deep.equal(['abc-1', 'abc-1']);
    const made = await api().get('/v1/nothing', { headers: { 'x-request-id': 'a b' } });
    expect(made.headers.get('x-request-id')).to.match(/^req_/);
  });

  it('takes headers that the gateway takes, with what it adds to them', async () => {
    const answer = await api().get('/v1/nothing', { headers: { 'x-note': 'a'.repeat(20_000) } });
    expect([answer.status, answer.body.error?.code]).to.deep.equal([404, 'not_found']);
  });

  it('knows a path by its case, as the gateway does', async () => {
    for (const path of ['/v1/NOTES', '/v1/Notes/x/pin', '/v1/notes/x/PIN'])
      expect((await api().post(path, { title: path })).body.error.code, path).to.equal('not_found');
    expect((await api().post('/v1/notes/', { title: 'a closing slash' })).status).to.equal(201);
  });

  it('takes a reason of 1,000 characters, whatever its bytes, and none that is longer', async () => {
    for (const [reason, ...expected] of [
      ['x'.repeat(1_000), 201, undefined],
      ['\xff\xfe', 201, undefined],
      ['x'.repeat(1_001), 422, 'reason'],
    ] as const) {
      const headers = { 'x-change-reason': reason };
      const { status, body } = await api().post('/v1/notes', { title: 'A note' }, { headers });
      expect([status, body.error?.details.fields[0].field]).to.deep.equal(expected);
    }
  });

  it('reads every parameter of a query, however many there are', async () => {
    const { status, body } = await api().post(`/v1/notes/x/pin?${'&'.repeat(2_000)}misspelt=1`);
    expect([status, body.error.details.fields[0].field]).to.deep.equal([422, 'misspelt']);
  });

  it('answers what it cannot read in the form of every error', async () => {
    for (const [bytes, status, code] of [
      ['GET /livez HTTP/1.1\r\nHost: x\r\nNo colon\r\n\r\n', 400, 'invalid_request'],
      [`GET /livez HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(40_000)}\r\n\r\n`, 400, 'invalid_request'],
      ['BREW /livez HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'invalid_request'],
    ] as const) {
      const socket = connect(service().httpPort, '127.0.0.1', () => socket.write(bytes));
      const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
      expect([Number(head.split(' ')[1]), JSON.parse(body).error.code]).to.deep.equal([status, code]);
      expect(head).to.match(/content-type: application\/json/i);
    }
  });

  it('answers who expects what it does not know, and who waits to be asked for a body', async () => {
    for (const [expectation, first] of [
      ['100-continue', 'HTTP/1.1 100 '],
      ['something else', 'HTTP/1.1 200 '],
    ]) {
      const socket = connect(service().httpPort, '127.0.0.1');
      socket.write(`GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: ${expectation}\r\n\r\n`);
      const answer = await text(socket);
      expect([answer.startsWith(first ?? ''), answer.includes('{"status":"alive"}')]).to.deep.equal([true, true]);
    }
  });

  it('is ready only with database, broker, and migrations', async () => {
    const ready = await eventually('ready', async () => {
      const answer = await api().get('/readyz');
      return answer.status === 200 && answer;
    });
    expect(ready.body.checks).to.deep.equal({ running: true, database: true, broker: true, migrations: true });
    expect((await apiClient(url(), null).get('/livez')).status).to.equal(200);
    expect((await apiClient(url(), null).get('/metrics')).body).to.contain('http_request_duration_seconds');
  });

  it('describes each route in its OpenAPI document', async () => {
    const { body } = await apiClient(url(), null).get('/openapi.json');
    expect(body.openapi).to.equal('3.1.0');
    expect(Object.keys(body.paths)).to.include.members(['/v1/notes', '/v1/notes/{note_id}']);
    const { operationId, 'x-scopes': scopes } = body.paths['/v1/notes'].post;
    expect([operationId, scopes]).to.deep.equal(['createNote', ['entities:write']]);
  });

  it('refuses a gRPC call without a mesh token for this service, and gives coded errors back', async () => {
    const target = { address: identity().grpcAddress, name: 'identity', definition: identityDefinition() };
    const stranger = makeGrpcClient(target, { name: 'x', secret: 'another secret that is long enough' });
    const getCode = (promise: Promise<unknown>) =>
      promise.then(
        () => 'answered',
        (error: AppError) => error.code,
      );
    expect(await getCode(stranger.call('GetOrganization', { org_id: 'org_1' }))).to.equal('service_unavailable');
    const friend = makeGrpcClient(target, { name: 'x', secret: identity().meshSecret });
    expect(await getCode(friend.call('GetOrganization', { org_id: 'org_1' }))).to.equal('answered');
    expect(await getCode(friend.call('ExchangeApiKey', { api_key: 'wrong' }))).to.equal('unauthorized');
    await identity().setOrganization({ id: 'org_gone', name: 'unknown' });
    expect(await getCode(friend.call('GetOrganization', { org_id: 'org_gone' }))).to.equal('not_found');
    stranger.close();
    friend.close();
  });

  it('opens the seal of the gateway only for the same request and address', () => {
    const seal = makeEdgeSeal('s'.repeat(32));
    const edge = {
      address: '2001:db8::1',
      organization: {
        id: 'org_1',
        name: 'Elsewhere',
        time_zone: 'Asia/Kolkata',
        strict_mode: true,
        recorded_reads: ['supplier'],
        audit_review_interval_days: 90,
        tier: 'free',
        requests_per_minute: 0,
        burst: 0,
        sandbox: false,
      },
    };
    const sealed = seal.seal('req-1', edge);
    expect(seal.open('req-1', sealed)).to.deep.equal(edge);
    expect(makeEdgeSeal('t'.repeat(32)).open('req-1', sealed)).to.equal(null);
    for (const [request, header] of [
      ['req-2', sealed],
      ['req-1', `${Buffer.from('{"address":"2001:db9::1"}').toString('base64url')}.${sealed.split('.')[1]}`],
      ['req-1', '1.2.3.4'],
      ['req-1', ''],
    ] as const)
      expect(seal.open(request, header)).to.equal(null);
  });

  it('names every missing variable and never its value', () => {
    const load = () => loadConfig(serviceEnvironment, { MESH_SECRET: 'too-short', HTTP_PORT: '1' });
    expect(load).to.throw(/MESH_SECRET.*MONGODB_URI|MONGODB_URI.*MESH_SECRET/s);
    expect(load).to.not.throw(/too-short/);
  });
});
