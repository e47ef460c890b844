// Measures search over 100,000 entities in a database of its own: node scripts/benchmark/search.ts MONGODB_URI [SECONDS]
import { newId } from '@qsc/contracts';
import { openCollection } from '@qsc/service-kit';
import { openDatabase } from '../../packages/service-kit/src/mongo/database.ts';
import { makeEntityList } from '../../services/entity/src/entity/entity.query.ts';
import { EntityListQuery } from '../../services/entity/src/entity/entity.schemas.ts';
import { entityDefinition, toStored, totalDefinition } from '../../services/entity/src/entity/entity.store.ts';
import { makeSearchService } from '../../services/entity/src/search/search.service.ts';

const ENTITIES = 100_000;
const BATCH = 5_000;
const DATABASE = 'qsc_search_benchmark';
const ORG = 'org_search_benchmark';

const FIRST = [
  'Chemie',
  'Pharma',
  'Bio',
  'Synthese',
  'Labor',
  'Glas',
  'Feinchemie',
  'Wirkstoff',
  'Analytik',
  'Verpackung',
];
const CITIES = [
  'Köln-Mülheim',
  'Łódź',
  'İstanbul',
  'Basel',
  'Zürich',
  'Mumbai',
  'Hangzhou',
  'Lyon',
  'Göteborg',
  'Wien',
];
const FORMS = ['GmbH', 'AG', 'Ltd', 'SA', 'Inc'];
const SYLLABLES = [
  'ba',
  'cor',
  'dan',
  'fel',
  'gri',
  'hol',
  'jan',
  'kur',
  'lim',
  'mon',
  'ner',
  'pas',
  'rud',
  'sel',
  'tam',
  'vor',
];

const at = <Item>(items: readonly Item[], index: number): Item => items[index % items.length] as Item;
const coined = (index: number): string =>
  [index, index >> 4, index >> 8, index >> 12].map((part) => at(SYLLABLES, part)).join('');

const entityAt = (index: number) =>
  toStored({
    id: newId('entity'),
    org_id: ORG,
    type: 'supplier',
    name: `${at(FIRST, index)} ${coined(index)} ${at(CITIES, index >> 2)} ${at(FORMS, index >> 3)}`,
    attributes: {
      supplier_code: `SUP-${String(index).padStart(6, '0')}`,
      description: `Delivers ${coined(index >> 3)} and ${coined(index >> 5)} for tablets, in drums of 25 kg`,
    },
    relationships: [],
    version: 1,
    created_at: new Date(1_700_000_000_000 + index * 1_000),
    updated_at: new Date(1_700_000_000_000 + index * 1_000),
    created_by: 'usr_1',
    deleted: false,
  });

/** What people type, by what it is; each call gives another one. */
const QUERIES: Record<string, (turn: number) => string> = {
  'a coined word, whole': (turn) => coined(turn * 7919),
  'its first five letters': (turn) => coined(turn * 7919).slice(0, 5),
  'a code': (turn) => `SUP-${String((turn * 7919) % ENTITIES).padStart(6, '0')}`,
  'a coined word and a city': (turn) => `${coined(turn * 7919).slice(0, 6)} ${at(['koln', 'lodz', 'istanbul'], turn)}`,
  'a city, a tenth of all': (turn) => at(['koln mul', 'lodz', 'istanbul', 'zurich'], turn),
  'a word of a tenth and one of a fifth': (turn) => at(['pharma gmbh', 'bio ag', 'labor ltd'], turn),
  'a word that all have': () => 'tablets',
};

const seconds = Number(process.argv[3] ?? 5);
const connection = await openDatabase(process.argv[2] ?? '', DATABASE).asPromise();
const entities = openCollection(connection, entityDefinition);
const totals = openCollection(connection, totalDefinition);
await connection.dropDatabase();
for (const { keys, unique, partial } of entityDefinition.indexes)
  await entities.model.collection.createIndex(keys, {
    ...(unique ? { unique } : {}),
    ...(partial ? { partialFilterExpression: partial } : {}),
  });
for (let from = 0; from < ENTITIES; from += BATCH)
  await entities.model.collection.insertMany(
    Array.from({ length: BATCH }, (_, index) => entityAt(from + index)) as never[],
  );

const away = { call: () => Promise.reject(new Error('only entities are asked')) };
const { search } = makeSearchService(entities, { certificates: away, qualityEvents: away });
const caller = { org_id: ORG, scopes: ['entities:read'], role: 'viewer' } as never;
const list = makeEntityList({ entities, totals });
const WAYS: Record<string, (q: string) => Promise<unknown>> = {
  search: (q) => search(q, caller),
  'list of 25, with its total': (q) => list(ORG, EntityListQuery.parse({ q })),
};

console.log(`${ENTITIES} entities; one at a time, ${seconds} s each; milliseconds\n`);
console.log('| way | query | times | p50 | p99 |\n|---|---|---|---|---|');
for (const [way, run] of Object.entries(WAYS))
  for (const [query, textAt] of Object.entries(QUERIES)) {
    for (let turn = 0; turn < 10; turn += 1) await run(textAt(turn));
    const times: number[] = [];
    for (const end = performance.now() + seconds * 1_000; performance.now() < end; ) {
      const began = performance.now();
      await run(textAt(times.length));
      times.push(performance.now() - began);
    }
    times.sort((one, other) => one - other);
    const quantile = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
    console.log(`| ${way} | ${query} | ${times.length} | ${quantile(0.5)} | ${quantile(0.99)} |`);
  }
await connection.dropDatabase();
await connection.close();
