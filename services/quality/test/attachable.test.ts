import { expect } from 'chai';
import { makeCheckAttachable } from '../src/quality-event/for-services.query.ts';
import { NO_TRANSITIONS, type QualityEvent } from '../src/quality-event/quality-event.ts';

type State = Pick<QualityEvent, 'status'> & { awaiting_approval: string | null };

const attach = ({ status, awaiting_approval }: State): Promise<string> => {
  const event = { number: 'DEV-1', status, ...NO_TRANSITIONS, awaiting_approval } as unknown as QualityEvent;
  return makeCheckAttachable(async () => event)('org_1', 'qe_1').then(
    () => 'attached',
    ({ code }: { code: string }) => code,
  );
};

describe('attaching a document to a quality event', () => {
  const CASES: [state: State, outcome: string][] = [
    [{ status: 'draft', awaiting_approval: null }, 'attached'],
    [{ status: 'investigation', awaiting_approval: null }, 'attached'],
    [{ status: 'investigation', awaiting_approval: 'apr_1' }, 'conflict'],
    [{ status: 'closed', awaiting_approval: null }, 'conflict'],
    [{ status: 'rejected', awaiting_approval: null }, 'conflict'],
  ];
  for (const [state, outcome] of CASES)
    it(`is ${outcome} for ${JSON.stringify(state)}`, async () => {
      expect(await attach(state)).to.equal(outcome);
    });
});
