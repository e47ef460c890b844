import { AUDIT_ACTIONS, RECORDED_TYPES } from '@qsc/contracts';
import { expect } from 'chai';
import { EntryQuery } from '../src/entry/entry.schemas.ts';
import { buildFilter, toPage } from '../src/entry/entry.service.ts';
import { nativeCollection, type StoredEntry, toStored } from '../src/entry/entry.store.ts';
import { EMPTY_CHAIN, entryAfter } from '../src/entry/entry.ts';
import { type AuditFixture, makeActEvent, newOrg, startAudit } from './audit-fixture.ts';

const ENTRIES = 15_000;
const START = Date.parse('2026-01-01T00:00:00Z');
const MINUTE = 60_000;

const at = (minute: number): string => new Date(START + minute * MINUTE).toISOString();

type Stage = { stage: string; inputStage?: Stage; inputStages?: Stage[] };

const listStages = ({ stage, inputStage, inputStages = [] }: Stage): string[] => [
  stage,
  ...(inputStage ? listStages(inputStage) : []),
  ...inputStages.flatMap(listStages),
];

describe('indexes of the entries', () => {
  let audit: AuditFixture;
  const org = newOrg();

  const makeEntry = (number: number, head: typeof EMPTY_CHAIN): ReturnType<typeof entryAfter> => {
    const { id, data } = makeActEvent(org, {
      action: AUDIT_ACTIONS[number % AUDIT_ACTIONS.length]!,
      entity_type: RECORDED_TYPES[number % 7]!,
      entity_id: `ent_${number % 1_000}`,
      user: { id: `usr_${number % 40}` },
      signature: { required: false, signed: number % 100 === 0, signature_id: null, meaning: null },
    });
    return entryAfter(head, { eventId: id, orgId: org, time: new Date(at(number)), facts: data.audit }, new Date());
  };

  before(async () => {
    audit = await startAudit();
    let head = EMPTY_CHAIN;
    let docs: StoredEntry[] = [];
    for (let number = 0; number < ENTRIES; number += 1) {
      const entry = makeEntry(number, head);
      head = entry;
      docs.push(toStored(entry));
      if (docs.length < 5_000) continue;
      await nativeCollection(audit.entries).insertMany(docs);
      docs = [];
    }
  });
  after(() => audit.stop());

  const explain = async (query: string) => {
    const parsed = EntryQuery.parse(Object.fromEntries(new URLSearchParams(query)));
    const found = audit.entries.model.find(buildFilter(org, parsed), null, toPage(parsed));
    const { queryPlanner, executionStats } = (await found.explain('executionStats')) as unknown as {
      queryPlanner: { winningPlan: Stage; rejectedPlans: Stage[] };
      executionStats: { nReturned: number; totalDocsExamined: number; totalKeysExamined: number };
    };
    const tried = queryPlanner.rejectedPlans.length + 1;
    return { ...executionStats, tried, stages: listStages(queryPlanner.winningPlan) };
  };

  const QUERIES = [
    '',
    'sort=timestamp',
    'entity_type=certificate',
    'entity_type=certificate,facility',
    'entity_id=ent_77',
    'action=approve',
    'action=approve,reject,sign',
    'user_id=usr_7',
    'user_id=usr_7,usr_8,usr_9',
    'user_id=usr_7&action=export',
    'entity_type=certificate&action=approve',
    'has_signature=true',
    'has_signature=false',
    `from=${at(9_000)}`,
    `to=${at(90)}`,
    `from=${at(6_000)}&to=${at(6_010)}`,
    `entity_id=ent_77&from=${at(6_000)}&to=${at(12_000)}`,
    `user_id=usr_7&from=${at(6_000)}&to=${at(12_000)}&sort=timestamp`,
  ];
  for (const query of QUERIES)
    it(`read no more entries than they show for ${query || 'the whole list'}`, async () => {
      const { stages, nReturned, totalDocsExamined, totalKeysExamined } = await explain(query);
      expect(nReturned).to.be.greaterThan(0);
      expect(stages).to.include('IXSCAN');
      expect(stages).to.not.include('COLLSCAN');
      expect(stages).to.not.include('SORT');
      expect(totalDocsExamined).to.equal(nReturned);
      expect(totalKeysExamined).to.be.at.most(nReturned + 5);
    });

  it('read of signed entries no more than they show, whatever the other filters, and try no other index', async () => {
    for (const query of [
      'user_id=usr_0',
      'entity_type=certificate',
      'user_id=usr_0&entity_type=certificate,facility',
      'action=create',
    ]) {
      const { nReturned, totalDocsExamined, tried } = await explain(`has_signature=true&${query}`);
      expect(tried, query).to.equal(1);
      expect(nReturned, query).to.be.greaterThan(0);
      expect(totalDocsExamined, query).to.equal(nReturned);
    }
  });

  /** One filter of each kind, those of the entry with the number 8,400, as one value and as several. */
  const FILTERS = [
    { one: 'entity_type=supplier', several: 'entity_type=supplier,component' },
    { one: 'entity_id=ent_400', several: 'entity_id=ent_400,ent_401' },
    { one: 'action=create', several: 'action=create,update' },
    { one: 'user_id=usr_0', several: 'user_id=usr_0,usr_1' },
    { one: 'has_signature=true', several: 'has_signature=false' },
  ];
  const PERIODS = ['', `from=${at(3_000)}`, `to=${at(12_000)}`, `from=${at(3_000)}&to=${at(12_000)}`];

  /** Every choice of filters. */
  const CLASSES = Array.from({ length: 2 ** FILTERS.length }, (_, bits) =>
    FILTERS.filter((_filter, index) => bits & (1 << index)),
  );

  /** The most entries that one filter alone may have to be looked through for: those of a user. */
  const MOST_EXAMINED = 2 * (ENTRIES / 40);

  for (const chosen of CLASSES)
    it(`find ${chosen.map(({ one }) => one).join(' and ') || 'all'} in order, in any period`, async () => {
      for (const period of PERIODS)
        for (const form of ['one', 'several'] as const) {
          const query = [...chosen.map((filter) => filter[form]), period].join('&');
          const { stages, totalDocsExamined } = await explain(query);
          expect(stages, query).to.not.include('COLLSCAN');
          expect(stages, query).to.not.include('SORT');
          expect(totalDocsExamined, query).to.be.at.most(MOST_EXAMINED);
        }
    });

  it('answer the trail and a period of the chain', async () => {
    const trail = audit.entries.model.find({ org_id: org, entity_id: 'ent_77' }).sort({ sequence: -1 }).limit(10);
    const { queryPlanner, executionStats } = (await trail.explain('executionStats')) as unknown as {
      queryPlanner: { winningPlan: Stage };
      executionStats: { totalDocsExamined: number };
    };
    expect(listStages(queryPlanner.winningPlan)).to.not.include.members(['SORT']);
    expect(executionStats.totalDocsExamined).to.equal(10);
    const part = await audit.api(org).get(`/audit-logs/verify?from=${at(100)}&to=${at(149)}`);
    expect(part.body.data).to.include({ valid: true, entries_checked: 50, first_sequence: 101, last_sequence: 150 });
  });

  it('let the whole chain be verified', async () => {
    const { body } = await audit.api(org).get('/audit-logs/verify');
    expect(body.data).to.include({ valid: true, entries_checked: ENTRIES, last_sequence: ENTRIES });
  });

  it('count the whole list by its ends', async () => {
    const { body } = await audit.api(org).get('/audit-logs?per_page=100&page=150');
    expect(body.meta).to.deep.equal({ total: ENTRIES, page: 150, per_page: 100, total_pages: 150 });
    expect(body.data.at(-1).sequence).to.equal(1);
  });
});
