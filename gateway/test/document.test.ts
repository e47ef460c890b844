import { buildOpenApi, one, route } from '@qsc/service-kit';
import { eventually } from '@qsc/test-kit';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'chai';
import { z } from 'zod';
import { mergeDocuments, type OpenApiDocument } from '../src/document/openapi-merge.ts';
import { type Setting, startSetting } from './setting.ts';

const EXAMPLE = { id: '1', version: 1, hash: 'x' };

const serviceDocument = (service: string, path: string, name: string, shape: z.ZodObject) =>
  buildOpenApi(service, [
    route({
      id: `get${name}`,
      tag: 'Entities',
      method: 'get',
      path: `/${path}/:id`,
      summary: `Reads one of ${path}`,
      description: 'Reads it.',
      scope: 'entities:read',
      params: z.object({ id: z.string().meta({ description: 'Which.', examples: ['1'] }) }),
      answer: one(shape.meta({ id: name })),
      example: { answer: EXAMPLE },
      handle: async () => ({}),
    }),
    route({
      id: `create${name}`,
      tag: 'Entities',
      method: 'post',
      path: `/${path}`,
      summary: `Makes one of ${path}`,
      description: 'Makes it.',
      scope: 'entities:write',
      body: z.object({ name: z.string() }).meta({ id: `New${name}` }),
      answer: one(shape.meta({ id: name }), { status: 201 }),
      example: { body: { name: 'x' }, answer: EXAMPLE },
      handle: async () => ({}),
    }),
  ]);

const entityDocument = () =>
  serviceDocument('entity', 'entities', 'Entity', z.object({ id: z.string(), version: z.int() }));
const auditDocument = (name = 'Entry') =>
  serviceDocument('audit', 'audit-logs', name, z.object({ id: z.string(), hash: z.string() }));

describe('the merged API description', () => {
  let setting: Setting;

  const document = async () => (await setting.anonymous.get('/v1/openapi.json')).body;
  const hasPath = (path: string) => eventually(`${path} is described`, async () => path in (await document()).paths);

  before(async () => {
    setting = await startSetting();
  });
  after(() => setting.stop());

  it('is valid OpenAPI 3.1 before and after the services are there', async () => {
    const validate = async () => {
      const result = await new Validator().validate(await document());
      expect(result.errors ?? []).to.deep.equal([]);
      expect(result.valid).to.equal(true);
    };
    await validate();
    setting.services.entity.document = entityDocument();
    setting.services.audit.document = auditDocument();
    for (const { service, path } of [
      { service: setting.services.entity, path: '/v1/entities' },
      { service: setting.services.audit, path: '/v1/audit-logs' },
    ]) {
      await service.stop();
      for (let index = 0; index < 6; index += 1) await setting.client().get(path);
      await service.restart();
      await eventually('the circuit is closed', async () => (await setting.client().get(path)).status === 200);
      await hasPath(path);
    }
    await validate();
  });

  it('names the API, its address and its credentials', async () => {
    const { openapi, info, servers, components } = await document();
    expect(openapi).to.equal('3.1.0');
    expect(info.title).to.equal('Quality and Supplier Compliance Service');
    expect(servers).to.deep.equal([{ url: setting.identity.audience }]);
    expect(components.securitySchemes.bearer).to.include({ type: 'http', scheme: 'bearer' });
    const { flows } = components.securitySchemes.oauth2;
    expect(flows.clientCredentials.tokenUrl).to.equal(`${setting.identity.issuer}/oauth/token`);
    expect(flows.authorizationCode.authorizationUrl).to.equal(`${setting.identity.issuer}/oauth/authorize`);
    expect(Object.keys(flows.clientCredentials.scopes)).to.include('entities:read').and.have.length(14);
  });

  it('describes the rate limits and the refusals on every operation', async () => {
    const { paths, components } = await document();
    const operations = Object.values(paths).flatMap((item) => Object.values(item as object));
    expect(operations).to.have.length(4);
    for (const operation of operations) {
      expect(Object.keys(operation.responses)).to.include.members(['401', '403', '429', '503']);
      const findResponse = (status: string) => {
        const { $ref, ...response } = operation.responses[status];
        return $ref ? components.responses[$ref.split('/').at(-1)] : response;
      };
      for (const status of Object.keys(operation.responses))
        expect(findResponse(status).headers).to.include.keys(
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        );
      expect(findResponse('429').headers).to.include.keys('Retry-After');
      const [bearer, oauth2] = operation.security;
      expect(bearer.bearer).to.deep.equal([]);
      expect(oauth2.oauth2).to.deep.equal(operation['x-scopes']);
    }
    expect(components.headers['X-RateLimit-Limit'].schema).to.deep.equal({ type: 'integer' });
  });

  it('keeps what it knows of a service that is away', async () => {
    await setting.services.audit.stop();
    for (let index = 0; index < 6; index += 1) await setting.client().get('/v1/audit-logs');
    expect(await document()).to.have.nested.property('paths./v1/audit-logs');
    await setting.services.audit.restart();
  });
});

describe('merging descriptions', () => {
  const source = (service: string, prefix: string, document: OpenApiDocument) => ({
    service,
    prefixes: [prefix],
    document,
  });
  const schemas = (named: Record<string, unknown>): OpenApiDocument => ({ paths: {}, components: { schemas: named } });
  const operation = (path: string, operationId: string) => ({ paths: { [path]: { get: { operationId } } } });

  it('keeps once what all mean alike, whatever the order of the members', () => {
    const merged = mergeDocuments([
      source('a', 'as', schemas({ Error: { type: 'object', title: 'x' } })),
      source('b', 'bs', schemas({ Error: { title: 'x', type: 'object' } })),
    ]);
    expect(Object.keys(merged.components.schemas ?? {})).to.deep.equal(['Error']);
    expect(merged.clashes).to.deep.equal([]);
  });

  it('leaves out a service that means something else by a name, and says so', () => {
    const merged = mergeDocuments([
      source('a', 'as', { ...operation('/v1/as', 'listAs'), components: { schemas: { Item: { type: 'string' } } } }),
      source('b', 'bs', { ...operation('/v1/bs', 'listBs'), components: { schemas: { Item: { type: 'number' } } } }),
      source('c', 'cs', operation('/v1/cs', 'listCs')),
    ]);
    expect(merged.components.schemas).to.deep.equal({ Item: { type: 'string' } });
    expect(Object.keys(merged.paths)).to.deep.equal(['/v1/as', '/v1/cs']);
    expect(merged.clashes).to.have.length(1);
    expect(merged.clashes[0]).to.include('schemas/Item').and.match(/^b /);
  });

  it("leaves out a service that repeats an operation's id, and says so", () => {
    const merged = mergeDocuments([
      source('a', 'as', operation('/v1/as', 'list')),
      source('b', 'bs', operation('/v1/bs', 'list')),
    ]);
    expect(Object.keys(merged.paths)).to.deep.equal(['/v1/as']);
    expect(merged.clashes[0]).to.include('list').and.match(/^b /);
  });

  it('leaves out paths that a service does not own', () => {
    const merged = mergeDocuments([
      source('a', 'as', {
        paths: { '/v1/as': {}, '/v1/as/{id}': {}, '/v1/bs': {}, '/oauth/token': {}, '/v1/asx': {} },
      }),
    ]);
    expect(Object.keys(merged.paths)).to.deep.equal(['/v1/as', '/v1/as/{id}']);
  });
});

describe('the documentation page', () => {
  let setting: Setting;

  before(async () => {
    setting = await startSetting();
  });
  after(() => setting.stop());

  it('loads everything from here and runs nothing inline', async () => {
    const { body, headers } = await setting.anonymous.get('/docs');
    expect(headers.get('content-type')).to.equal('text/html; charset=utf-8');
    const addresses = [...String(body).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => String(address));
    expect(addresses).to.have.length.greaterThan(3);
    for (const address of addresses) {
      expect(address).to.match(/^\/[^/]/);
      expect((await setting.anonymous.get(address)).status, address).to.equal(200);
    }
    expect(body).not.to.match(/<script(?![^>]*src=)/);
    expect(body).not.to.match(/\son\w+=/);
  });

  it('and the description are sent packed to who takes that, whole, and not again to who has them', async () => {
    for (const path of ['/docs/swagger-ui-bundle.js', '/v1/openapi.json']) {
      const get = (headers: Record<string, string>) => fetch(`${setting.url}${path}`, { headers });
      const plain = await get({ 'accept-encoding': 'identity' });
      expect(plain.headers.get('content-encoding')).to.equal(null);
      const packed = await get({ 'accept-encoding': 'gzip', range: 'bytes=0-99' });
      expect([packed.status, packed.headers.get('content-encoding'), packed.headers.get('vary')], path).to.deep.equal([
        ...[200, 'gzip', 'Accept-Encoding'],
      ]);
      expect(Number(packed.headers.get('content-length'))).to.be.below(Number(plain.headers.get('content-length')));
      expect(await packed.text()).to.equal(await plain.text());
      const had = await get({ 'if-none-match': String(packed.headers.get('etag')) });
      expect([had.status, had.headers.get('vary')]).to.deep.equal([304, 'Accept-Encoding']);
    }
  });

  it('is held to that by its policy', async () => {
    const policy = String((await setting.anonymous.get('/docs')).headers.get('content-security-policy'));
    expect(policy).to.include("default-src 'none'").and.include("script-src 'self'").and.not.include('unsafe');
    expect(policy).to.include(`connect-src 'self' ${setting.identity.audience} ${setting.identity.issuer}`);
  });

  it('serves its own files and no others', async () => {
    for (const file of [
      'swagger-ui-bundle.js',
      'swagger-ui.css',
      'docs.css',
      'docs.js',
      'icon.svg',
      'oauth2-redirect.html',
    ])
      expect((await setting.anonymous.get(`/docs/${file}`)).status, file).to.equal(200);
    for (const file of ['package.json', 'absolute-path.js', 'swagger-initializer.js', 'constructor', 'x/y'])
      expect((await setting.anonymous.get(`/docs/${file}`)).status, file).to.equal(404);
  });
});
