import { expect } from 'chai';
import type { Direction, Strategy } from '../src/connection/connection.ts';
import { sameValue, type Values } from '../src/mapping/values.ts';
import { type MergeRules, mergeRecord, type Side, WHOLE_RECORD } from '../src/merge/merge.ts';

const TARGET = 'attributes.phone';
const STANDS = { name: 'Acme', [TARGET]: 'old' };
const HERE = { name: 'Acme', [TARGET]: 'here' };
const THERE = { name: 'Acme', [TARGET]: 'there' };

type Rules = { strategy?: Strategy; review?: boolean; direction?: Direction; sent?: readonly string[] };

const toRules = ({
  strategy = 'external_wins',
  review = false,
  direction = 'bidirectional',
  sent = [TARGET],
}: Rules = {}): MergeRules => ({
  getStrategy: () => strategy,
  isReviewed: (target) => review && target === TARGET,
  direction,
  same: (_target, one, other) => sameValue(one, other),
  sentBack: new Set(sent),
});

type Expected = {
  action: string;
  toLocal?: Values;
  toRemote?: Values;
  review?: readonly string[];
  /** The base of the target afterwards. */
  base?: unknown;
};

const expectMerge = (
  pair: { base?: Values | null; local: Side; remote: Side },
  rules: MergeRules,
  expected: Expected,
) => {
  const { base = STANDS, local, remote } = pair;
  const merged = mergeRecord({ base, local, remote }, rules);
  const { action, toLocal = {}, toRemote = {}, review = [] } = expected;
  expect(merged).to.deep.include({ action, toLocal, toRemote });
  expect(merged.conflicts.map(({ target }) => target)).to.deep.equal(review);
  if ('base' in expected) expect(merged.shadow[TARGET]).to.deep.equal(expected.base);
};

const LOCAL_SIDES: Record<string, Side> = { unchanged: STANDS, changed: HERE, deleted: 'deleted' };
const REMOTE_SIDES: Record<string, Side> = { unchanged: STANDS, changed: THERE, deleted: 'deleted' };
const TAKEN = { action: 'write', toLocal: { [TARGET]: 'there' }, base: 'there' };
const PUSHED = { action: 'write', toRemote: { [TARGET]: 'here' }, base: 'here' };
const WAITS = { action: 'review', review: [TARGET], base: 'old' };
const NOTHING = { action: 'none', base: 'old' };
const WHOLE = { action: 'review', review: [WHOLE_RECORD], base: 'old' };
const GONE = { action: 'delete_local', base: 'old' };

/** What becomes of a synchronised pair, by what happened here and there since; where both changed, by strategy and review. */
const OUTCOMES: Record<string, Expected | ((rules: { strategy: Strategy; review: boolean }) => Expected)> = {
  'unchanged/unchanged': NOTHING,
  'unchanged/changed': TAKEN,
  'unchanged/deleted': GONE,
  'changed/unchanged': PUSHED,
  'changed/changed': ({ strategy, review }) => {
    if (review) return WAITS;
    return strategy === 'external_wins' ? TAKEN : PUSHED;
  },
  'changed/deleted': WHOLE,
  'deleted/unchanged': NOTHING,
  'deleted/changed': NOTHING,
  'deleted/deleted': NOTHING,
};

describe('the merge of a record with its counterpart', () => {
  for (const [here, local] of Object.entries(LOCAL_SIDES))
    for (const [there, remote] of Object.entries(REMOTE_SIDES))
      for (const strategy of ['external_wins', 'service_wins'] as const)
        for (const review of [false, true])
          it(`${here} here, ${there} there, ${strategy}${review ? ', reviewed' : ''}`, () => {
            const outcome = OUTCOMES[`${here}/${there}`];
            const expected = typeof outcome === 'function' ? outcome({ strategy, review }) : (outcome as Expected);
            expectMerge({ local, remote }, toRules({ strategy, review }), expected);
          });

  it('agrees where both sides changed to the same', () => {
    expectMerge({ local: HERE, remote: HERE }, toRules({ review: true }), { action: 'none', base: 'here' });
  });

  it('takes the other fields while one waits for review', () => {
    const remote = { ...THERE, name: 'Acme SE' };
    const expected = { action: 'write', toLocal: { name: 'Acme SE' }, review: [TARGET], base: 'old' };
    expectMerge({ local: HERE, remote }, toRules({ review: true }), expected);
  });

  it('shows a conflict with all three values', () => {
    const { conflicts } = mergeRecord({ base: STANDS, local: HERE, remote: THERE }, toRules({ review: true }));
    expect(conflicts).to.deep.equal([{ target: TARGET, base: 'old', local: 'here', remote: 'there' }]);
  });

  it('decides by the exception of the field before the default', () => {
    const rules = {
      ...toRules(),
      getStrategy: (target: string) => (target === TARGET ? 'service_wins' : 'external_wins'),
    };
    expectMerge({ local: HERE, remote: THERE }, rules as MergeRules, PUSHED);
  });

  it('counts a field that is emptied as changed', () => {
    const empty = { name: 'Acme', [TARGET]: null };
    expectMerge({ local: STANDS, remote: empty }, toRules(), {
      action: 'write',
      toLocal: { [TARGET]: null },
      base: null,
    });
    expectMerge({ local: empty, remote: STANDS }, toRules(), {
      action: 'write',
      toRemote: { [TARGET]: null },
      base: null,
    });
  });

  describe('of a field that is not sent back', () => {
    const unchanged = { action: 'none', base: 'old' };

    it('leaves what changed here alone', () => {
      expectMerge({ local: HERE, remote: STANDS }, toRules({ sent: [] }), unchanged);
    });

    it('leaves our value where the service wins, until it changes there again', () => {
      const rules = toRules({ sent: [], strategy: 'service_wins', review: false });
      expectMerge({ local: HERE, remote: THERE }, rules, { action: 'none', base: 'there' });
      expectMerge({ base: THERE, local: HERE, remote: THERE }, rules, { action: 'none', base: 'there' });
      const again = { name: 'Acme', [TARGET]: 'again' };
      expectMerge({ base: THERE, local: HERE, remote: again }, toRules({ sent: [] }), {
        action: 'write',
        toLocal: { [TARGET]: 'again' },
        base: 'again',
      });
    });
  });

  describe('of a connection that is inbound', () => {
    it('sends nothing', () => {
      expectMerge({ local: HERE, remote: STANDS }, toRules({ direction: 'inbound' }), NOTHING);
      expectMerge({ base: null, local: HERE, remote: null }, toRules({ direction: 'inbound' }), { action: 'none' });
    });

    it('lets review and strategy decide what both changed', () => {
      expectMerge({ local: HERE, remote: THERE }, toRules({ direction: 'inbound', review: true }), WAITS);
      expectMerge({ local: HERE, remote: THERE }, toRules({ direction: 'inbound' }), TAKEN);
    });
  });

  describe('of a connection that is outbound', () => {
    const direction = 'outbound';

    it('takes nothing, and does not undo what changed there alone', () => {
      expectMerge({ local: STANDS, remote: THERE }, toRules({ direction }), NOTHING);
      expectMerge({ local: STANDS, remote: 'deleted' }, toRules({ direction }), NOTHING);
      expectMerge({ base: null, local: null, remote: THERE }, toRules({ direction }), { action: 'none' });
    });

    it('sends what changed here, whatever the strategy, since nothing could come in', () => {
      expectMerge({ local: HERE, remote: THERE }, toRules({ direction, review: true }), PUSHED);
    });
  });

  describe('of a record without a counterpart', () => {
    it('makes it here', () => {
      expectMerge({ base: null, local: null, remote: THERE }, toRules(), {
        action: 'create_local',
        toLocal: THERE,
        base: 'there',
      });
    });

    it('makes it there with the fields that are sent', () => {
      expectMerge({ base: null, local: HERE, remote: null }, toRules(), {
        action: 'create_remote',
        toRemote: { [TARGET]: 'here' },
        base: 'here',
      });
    });

    it('makes nothing there while no field is sent', () => {
      expectMerge({ base: null, local: HERE, remote: null }, toRules({ sent: [] }), { action: 'none' });
    });

    it('makes nothing of what is deleted there already', () => {
      expectMerge({ base: null, local: null, remote: 'deleted' }, toRules(), { action: 'none' });
      expectMerge({ base: null, local: HERE, remote: 'deleted' }, toRules(), { action: 'none' });
    });

    it('does not create again what was linked and does not exist here any more', () => {
      expectMerge({ local: null, remote: THERE }, toRules(), NOTHING);
    });
  });

  describe('of a record that is adopted', () => {
    it('fills what is empty on either side', () => {
      const local = { name: 'Acme', [TARGET]: null, 'attributes.city': 'Bonn' };
      const remote = { name: 'Acme', [TARGET]: 'there', 'attributes.city': null };
      const rules = toRules({ sent: ['attributes.city'], review: true });
      expectMerge({ base: null, local, remote }, rules, {
        action: 'write',
        toLocal: { [TARGET]: 'there' },
        toRemote: { 'attributes.city': 'Bonn' },
        base: 'there',
      });
    });

    it('treats what differs as changed on both sides', () => {
      expectMerge({ base: null, local: HERE, remote: THERE }, toRules(), TAKEN);
      expectMerge({ base: null, local: HERE, remote: THERE }, toRules({ strategy: 'service_wins' }), PUSHED);
      expectMerge({ base: null, local: HERE, remote: THERE }, toRules({ review: true }), { ...WAITS, base: null });
    });
  });

  it('comes to nothing when what it decided is done', () => {
    for (const strategy of ['external_wins', 'service_wins'] as const) {
      const { shadow, toLocal, toRemote } = mergeRecord(
        { base: STANDS, local: HERE, remote: THERE },
        toRules({ strategy }),
      );
      const local = { ...HERE, ...toLocal };
      const remote = { ...THERE, ...toRemote };
      expectMerge({ base: shadow, local, remote }, toRules({ strategy }), { action: 'none' });
    }
  });
});
