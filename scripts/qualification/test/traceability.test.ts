import { expect } from 'chai';
import type { Requirement, Risk } from '../requirement.ts';
import type { StepResult } from '../result.ts';
import { traceRequirements } from '../traceability.ts';

const RISKS = { REC: { area: 'Records', data: 'high' } } as unknown as Record<string, Risk>;

const requirement = (more: Partial<Requirement> = {}): Requirement => ({
  ...{ id: 'REC-01', kind: 'rule', text: 'A record', risk: 'REC', releaseTests: [], organisation: '', ...more },
});

const step = (id: string, outcome: StepResult['outcome']): StepResult => ({
  ...{
    id,
    title: id,
    covers: ['REC-01'],
    by: null,
    at: '',
    duration_ms: 1,
    action: '',
    expected: '',
    actual: '',
    outcome,
  },
  ...{ reason: null, request_ids: [`req_${id}`], audit_entries: [], specification: '', audit: null },
});

describe('the traceability matrix', () => {
  const cases: [string, StepResult[], Partial<Requirement>, string][] = [
    ['passed where every step has passed', [step('A', 'passed'), step('B', 'passed')], {}, 'passed'],
    ['open where one step could not be run', [step('A', 'passed'), step('B', 'open')], {}, 'open'],
    ['failed where one step has failed', [step('A', 'failed'), step('B', 'open')], {}, 'failed'],
    ['answered by tests of the release', [], { releaseTests: ['a test'], organisation: 'Training' }, 'release_tests'],
    ['answered by the organisation', [], { organisation: 'Training' }, 'organisation'],
    ['a hole where nothing answers it', [], {}, 'not_covered'],
  ];
  for (const [rule, steps, more, answer] of cases)
    it(`has a requirement as ${rule}`, () => {
      expect(traceRequirements([requirement(more)], RISKS, steps)[0]?.answer).to.equal(answer);
    });

  it('names the steps, and the requests as evidence', () => {
    const [row] = traceRequirements([requirement()], RISKS, [step('A', 'passed')]);
    expect(row).to.deep.include({ steps: ['A'], evidence: 'request req_A' });
  });

  it('is refused for a requirement without a risk', () => {
    expect(() => traceRequirements([requirement({ risk: 'XXX' })], RISKS, [])).to.throw('has no risk');
  });
});
