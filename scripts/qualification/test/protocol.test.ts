import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { describeApi } from '../../client/description.ts';
import { REPOSITORY } from '../../runtime/paths.ts';
import { METHODS, parseProtocol, readProtocol } from '../protocol.ts';
import { type ApiDescription, listRequirements, makeFindOperation, readRisks } from '../requirement.ts';
import type { StepResult } from '../result.ts';
import { findUnknownRequirements, traceRequirements } from '../traceability.ts';

const FOLDERS = ['protocols', 'scenarios'].map((name) => join(REPOSITORY, 'scripts/qualification', name));

const INSTALLATION_RULES = /^OPS-/;

describe('the shipped test protocols', () => {
  const protocols = FOLDERS.flatMap((folder) => readdirSync(folder).map((file) => readProtocol(join(folder, file))));
  const steps = protocols.flatMap(({ steps: own }) => own);
  let description: ApiDescription;

  before(async () => {
    description = (await describeApi()) as unknown as ApiDescription;
  });

  const listCovered = (): string[] => {
    const findOperation = makeFindOperation(description);
    return steps.flatMap((step) => {
      const method = METHODS.find((one) => step[one] !== undefined);
      const path =
        method &&
        String(step[method])
          .split('?')[0]
          ?.replaceAll(/\$\{[^/]*\}/g, 'x');
      const operation = method && path ? findOperation(method, path) : null;
      return [...(operation === null ? [] : [operation]), ...step.covers];
    });
  };

  it('have at least 150 steps', () => {
    expect(steps.length).to.be.at.least(150);
  });

  it('name only requirements that there are', () => {
    expect(findUnknownRequirements(listRequirements(description), listCovered())).to.deep.equal([]);
  });

  it('leave no requirement without a step, tests of the release or a procedure of the organisation', () => {
    const covering = listCovered().map((id) => ({
      id: 'X',
      covers: [id],
      outcome: 'passed',
      request_ids: [],
      audit_entries: [],
    }));
    const rows = traceRequirements(listRequirements(description), readRisks(), covering as unknown as StepResult[]);
    const holes = rows.filter(({ answer }) => answer === 'not_covered').map(({ requirement }) => requirement.id);
    expect(holes.filter((id) => !INSTALLATION_RULES.test(id))).to.deep.equal([]);
  });

  it('are refused with the step and the fault', () => {
    const text =
      'id: OQ-X\ntitle: X\npurpose: Y\nsteps:\n  - title: One\n    get: /v1/me\n  - title: Two\n    got: /v1/me\n    expect: 200\n';
    expect(() => parseProtocol(text, 'x.yaml')).to.throw(/step 1.*expects[\s\S]*step 2/);
    expect(() => parseProtocol('id: [', 'x.yaml')).to.throw('x.yaml is no YAML');
  });
});
