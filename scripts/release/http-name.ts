import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeService } from '../client/description.ts';
import { REPOSITORY } from '../runtime/paths.ts';

/** What clients are generated from (docs/decisions/0008): each operation's method and path by its id, and the names of schemas. */
export type HttpNames = { operations: Record<string, string>; schemas: string[] };

type Described = { paths: Record<string, object>; components: { schemas?: unknown } };

/** Where the names are kept that were ever given. */
export const HTTP_NAMES = 'packages/contracts/released/http.json';

/** The names of an OpenAPI document. */
export const listNames = ({ paths, components }: Described): HttpNames => ({
  operations: Object.fromEntries(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId }]) => [operationId, `${method.toUpperCase()} ${path}`]),
    ),
  ),
  schemas: Object.keys(components.schemas ?? {}),
});

/** The names that the routes of every service declare today. */
export const namesToday = async (): Promise<HttpNames> => {
  const services = globSync('*', { cwd: join(REPOSITORY, 'services') });
  return together((await Promise.all(services.map(describeService))).map(listNames));
};

/** The names that were ever given; none where they are not written down yet. */
export const readHttpNames = (): HttpNames => {
  const file = join(REPOSITORY, HTTP_NAMES);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as HttpNames) : { operations: {}, schemas: [] };
};

/** All names, in the order of the alphabet. Those given first stay as they are. */
export const together = (names: readonly HttpNames[]): HttpNames => ({
  operations: Object.fromEntries(
    names
      .toReversed()
      .flatMap(({ operations }) => Object.entries(operations))
      .sort(([one], [other]) => one.localeCompare(other)),
  ),
  schemas: [...new Set(names.flatMap(({ schemas }) => schemas))].sort((one, other) => one.localeCompare(other)),
});

/** What a client of the names before no longer finds, each as a sentence. */
export const lostNames = (before: HttpNames, now: HttpNames): string[] => [
  ...Object.entries(before.operations)
    .filter(([id, place]) => now.operations[id] !== place)
    .map(([id, place]) => `the operation ${id} was ${place} and is ${now.operations[id] ?? 'gone'}`),
  ...before.schemas.filter((name) => !now.schemas.includes(name)).map((name) => `the schema ${name} is gone`),
];
