import { indexedWords, queryWords, searchKey, uniqueKey, visibleText } from '@qsc/contracts';
import type { SearchRequest__Output } from '@qsc/contracts/grpc/search/v1/SearchRequest';
import type { QueryFilter } from 'mongoose';
import type { Log } from '../log.ts';
import type { Collection } from '../mongo/collection.ts';
import { loadService } from './definition.ts';
import { type GrpcService, unary } from './server.ts';

/** A record that search found; `subtitle` is its code or number. */
export type Hit = { type: string; id: string; title: string; subtitle: string | null; status: string | null };

/** The records of an organisation that have all words of a query, best first. */
export type Search = (orgId: string, query: string) => Promise<Hit[]>;

/** The most records that search shows. */
export const HITS = 20;
/** So many of the records that have the words are compared: the index gives those first that have the longest word as a whole. */
const COMPARED = 200;
/** A query whose words nearly all records have, and no record together, must not keep the database at work. */
const SEARCH_MS = 2_000;

/** What a person searches for: of what has no letter and no digit there is no word. */
export const SearchText = visibleText(200).refine(
  (text) => text === '' || queryWords(text).length > 0,
  'It needs at least one letter or digit',
);

/** The parameter of a list by the words of its records. */
export const searchQuery = {
  q: SearchText.optional().meta({
    description:
      'Words, each of which begins a word of the name or title, code, number, batch number or description; case and diacritics do not matter.',
  }),
};

/** The filter by the words of a query, one condition for each; `words` is what `indexedWords` made of a record. */
export const wordFilters = (query: string): { words: RegExp }[] =>
  queryWords(query).map((word) => ({ words: new RegExp(`^${word}`) }));

/** 0 is best: the code itself, the title itself, the beginning of either, all words in the title, the rest. */
const computeRank = (query: string, { title, subtitle }: Hit): number => {
  const [requested, name, code] = [searchKey(query), searchKey(title), searchKey(subtitle ?? '')];
  if (subtitle !== null && uniqueKey(subtitle) === uniqueKey(query)) return 0;
  if (name === requested) return 1;
  if (name.startsWith(requested) || code.startsWith(requested)) return 2;
  const words = indexedWords([title, subtitle]);
  return queryWords(query).every((word) => words.some((known) => known.startsWith(word))) ? 3 : 4;
};

/** The best of the records that were found, by how close title and code come to the query, then by title. */
export const bestHits = (query: string, hits: readonly Hit[]): Hit[] =>
  hits
    .map((hit) => ({ hit, rank: computeRank(query, hit), name: searchKey(hit.title) }))
    .sort((one, other) => one.rank - other.rank || (one.name < other.name ? -1 : Number(one.name > other.name)))
    .slice(0, HITS)
    .map(({ hit }) => hit);

/**
 * Searches a collection by its `words`.
 * @param of which of its documents are searched, and what a hit shows of one.
 */
export const searchIn = async <Doc extends { _id: string }>(
  { model }: Pick<Collection<Doc>, 'model'>,
  query: string,
  of: { filter: QueryFilter<Doc>; projection: Partial<Record<keyof Doc & string, 1>>; show: (found: Doc) => Hit },
): Promise<Hit[]> => {
  const filter = { ...of.filter, $and: wordFilters(query) } as QueryFilter<Doc>;
  const found = await model.find(filter, of.projection).limit(COMPARED).maxTimeMS(SEARCH_MS).lean<Doc[]>().exec();
  return bestHits(query, found.map(of.show));
};

/** The definition of what services answer to a search. */
export const searchDefinition = () => loadService('search/v1/search.proto', 'qsc.search.v1.SearchService');

/** Lets the entity service search the records of a service (proto/search/v1). */
export const searchGrpc = (search: Search, log: Log): GrpcService => ({
  definition: searchDefinition(),
  implementation: {
    Search: unary(log, async ({ org_id, query }: SearchRequest__Output) => ({ hits: await search(org_id, query) })),
  },
});
