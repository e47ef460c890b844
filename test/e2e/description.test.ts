import { TAGS } from '@qsc/contracts';
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { expect } from 'chai';
import { listNames, lostNames, readHttpNames } from '../../scripts/release/http-name.ts';
import { readDemo } from './demo.ts';
import { type Description, wholeDescription } from './description.ts';

describe('the description of the API', () => {
  let document: Description;

  before(async () => {
    document = await wholeDescription(readDemo());
  });

  const operations = () => Object.values(document.paths).flatMap((item) => Object.values(item));

  it("breaks none of Spectral's rules for OpenAPI", async () => {
    const spectral = new Spectral();
    spectral.setRuleset({ extends: [[oas as unknown as RulesetDefinition, 'recommended']] });
    const found = await spectral.run(JSON.parse(JSON.stringify(document)));
    expect(found.map(({ code, path, message }) => `${code} ${path.join('.')} ${message}`)).to.deep.equal([]);
  });

  it('names every operation once', () => {
    const ids = operations().map(({ operationId }) => operationId);
    expect(new Set(ids).size).to.equal(ids.length);
    expect(ids).to.include.members([
      'listEntities',
      'createEntity',
      'updateEntity',
      'createSupplier',
      'listAuditEntries',
      'createApiKey',
    ]);
  });

  it('has the names that the release keeps, and no others', () => {
    const [kept, described] = [readHttpNames(), listNames(document)];
    expect([...lostNames(kept, described), ...lostNames(described, kept)]).to.deep.equal([]);
  });

  it('tells the resources in the order in which one reads them, each with a sentence', () => {
    expect(document.tags).to.deep.equal(Object.entries(TAGS).map(([name, description]) => ({ name, description })));
    const described = [...new Set(operations().map(({ tags }) => tags[0]))];
    expect(described).to.deep.equal(Object.keys(TAGS));
  });

  it('tells of each list that has pages in which orders it can be asked for, by their names', () => {
    for (const { operationId, parameters = [] } of operations()) {
      const names = parameters.map(({ name }) => name);
      const isPaged = operationId.startsWith('list') && names.includes('page');
      if (!isPaged) continue;
      expect(names, operationId).to.include.members(['per_page', 'sort']);
      const { enum: orders = [], default: usual } = parameters.find(({ name }) => name === 'sort')?.schema ?? {};
      expect(orders, operationId).to.include(usual);
    }
  });

  const NAMED = /^#\/components\/schemas\/[A-Z]\w+$/;

  const contents = () =>
    operations().flatMap(({ operationId, requestBody, responses }) =>
      [requestBody, ...Object.values(responses)].flatMap((one) =>
        Object.entries(one?.content ?? {}).map(([type, media]) => ({ operationId, type, media })),
      ),
    );

  /** An export in JSON is a file too. */
  const isFile = ({ schema }: { schema: { format?: unknown } }) => schema.format === 'binary';

  it('tells each body by its name, with an example', () => {
    for (const { operationId, media } of contents().filter(
      ({ type, media }) => type === 'application/json' && !isFile(media),
    )) {
      expect(media.schema.$ref, operationId).to.match(NAMED);
      expect(media.example ?? media.examples, operationId).to.not.equal(undefined);
    }
  });

  it('tells forms by their metadata, with an example, and files as bytes, those that are text with an example', () => {
    const others = contents().filter(({ type, media }) => type !== 'application/json' || isFile(media));
    expect(others).to.not.have.length(0);
    for (const { operationId, type, media } of others)
      if (type === 'multipart/form-data') {
        expect(media.schema.properties?.metadata?.$ref, operationId).to.match(NAMED);
        expect(media.example, operationId).to.have.property('metadata');
      } else if (type === 'text/html') expect(media.schema.type, operationId).to.equal('string');
      else expect(media.schema.format, `${operationId} ${type}`).to.equal('binary');
    const shown = others.filter(({ media }) => media.example !== undefined).map(({ operationId }) => operationId);
    expect(shown).to.include.members(['exportVendorList', 'downloadAuditExport', 'downloadAuditExportSignature']);
  });

  it('tells the scopes of each operation', () => {
    for (const { operationId, description, 'x-scopes': scopes } of operations()) {
      if (scopes.length === 0) expect(description, operationId).to.include('no scope');
      for (const scope of scopes) expect(description, operationId).to.include(`\`${scope}\``);
    }
  });
});
