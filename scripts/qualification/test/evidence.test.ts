import { expect } from 'chai';
import { findMissingEntry } from '../evidence.ts';
import type { StepResult } from '../result.ts';

const entry = (action: string) => ({ id: 'log_1', sequence: 1, action, entity_id: 'ent_1' });

const step = (more: Partial<StepResult>): StepResult => ({
  id: 'OQ-X-01',
  title: 'A step',
  covers: [],
  by: null,
  at: '',
  duration_ms: 1,
  action: 'POST /v1/suppliers',
  expected: '201',
  specification: '201',
  actual: '201',
  outcome: 'passed',
  reason: null,
  request_ids: ['req_1'],
  audit_entries: [],
  audit: null,
  ...more,
});

describe('the audit evidence of a test step', () => {
  const cases: [string, Partial<StepResult>, boolean][] = [
    ['is missing for an accepted write without an entry', {}, true],
    ['is there for an accepted write with an entry', { audit_entries: [entry('create')] }, false],
    ['is not needed for a refused write', { actual: '422 validation_failed' }, false],
    ['is not needed for a read', { action: 'GET /v1/suppliers' }, false],
    ['is missing where the entry has another action', { audit: 'transition', audit_entries: [entry('update')] }, true],
    ['is missing for a refusal whose entry is expected', { audit: 'sign', actual: '403 signature_invalid' }, true],
    ['is at fault where none is expected', { audit: 'none', audit_entries: [entry('create')] }, true],
    ['is right where none is expected and there is none', { audit: 'none' }, false],
  ];
  for (const [rule, more, isMissing] of cases)
    it(rule, () => expect(findMissingEntry(step(more)) !== null).to.equal(isMissing));
});
