import { Changes } from '@qsc/contracts/events';
import { z } from 'zod';
import { type AnswerProjection, makeAnswerProjection } from './answer-projection.ts';

/** An instant in an answer: a `Date`, or its text out of a stored answer; shown as ISO 8601 UTC. */
export const Instant = z.preprocess(
  (value) => (value instanceof Date ? value.toISOString() : value),
  z.iso.datetime(),
) as unknown as z.ZodType<string, Date | string>;

/** Changed values in an answer. */
export const ChangedValues = Changes.meta({
  id: 'Changes',
  description: 'The values before and after, by the path of the attribute.',
});

/** What a route answers: the shape of its body, and how the handler's value becomes status, body and headers. */
export type Answer<Value> = {
  /** Every status of success, for the OpenAPI document. */
  statuses: readonly number[];
  /** The whole body; null for none. The body is parsed through it, so that nothing else leaks. */
  body: z.ZodType | null;
  /** The body is a file of one of these types, which the handler's value opens (`download`). */
  mediaTypes?: readonly string[];
  /** What such a file may hold, by its media type; for those that are text. */
  fileExamples?: Readonly<Record<string, string>>;
  /** The value is a page: its HTML, and the policy (CSP) that it needs. */
  html?: boolean;
  /** Takes the place of the parsing where the items were checked when they were stored; nothing else leaks either. */
  project?: AnswerProjection;
  getStatus: (value: Value) => number;
  getBody: (value: Value) => unknown;
  /** The path of what was created or is under way, from the value and the parameters of the request's path; null for none. */
  location?: (value: Value, params: Record<string, string>) => string | null;
  /** The version that becomes the `ETag`. */
  version?: (value: Value) => number;
};

type Location<Value> = NonNullable<Answer<Value>['location']>;

type OneOptions<Value> = { status?: 200 | 201 | 202; location?: Location<Value> };

/** The answer's own name in the API's description, by what it holds; without one where that has none. */
const named = <Body extends z.ZodType>(body: Body, shape: z.ZodType, suffix: string): Body => {
  const id = shape.meta()?.id;
  return id === undefined ? body : body.meta({ id: `${id}${suffix}` });
};

const hasVersion = (shape: z.ZodType): boolean => shape instanceof z.ZodObject && 'version' in shape.shape;

/** `{data: value}`; with an `ETag` when the shape carries a version. */
export const one = <Shape extends z.ZodType>(
  shape: Shape,
  { status = 200, location }: OneOptions<z.input<Shape>> = {},
): Answer<z.input<Shape>> => ({
  statuses: [status],
  body: named(z.object({ data: shape }), shape, 'Answer'),
  getStatus: () => status,
  getBody: (data) => ({ data }),
  ...(location ? { location } : {}),
  ...(hasVersion(shape) ? { version: (value: z.input<Shape>) => (value as { version: number }).version } : {}),
});

/** 201 with `Location`. */
export const created = <Shape extends z.ZodType>(
  shape: Shape,
  location: Location<z.input<Shape>>,
): Answer<z.input<Shape>> => one(shape, { status: 201, location });

/** `{data: [...]}` without pages. */
export const list = <Shape extends z.ZodType>(shape: Shape): Answer<z.input<Shape>[]> => ({
  ...one(z.array(shape)),
  body: named(z.object({ data: z.array(shape) }), shape, 'List'),
});

export const PageMeta = z
  .object({
    total: z.number().int().meta({ description: 'How many records there are on all pages.' }),
    page: z.number().int(),
    per_page: z.number().int(),
    total_pages: z.number().int(),
  })
  .meta({ id: 'PageMeta', description: 'Where a page stands among the others.' });

export type PageOf<Item, Meta = z.infer<typeof PageMeta>> = { data: Item[]; meta: Meta };

/**
 * `{data: [...], meta: {total, page, per_page, total_pages}}`. The items come from the service's own store, which checked them
 * when they were written: their members are picked by the shape and not parsed again.
 * @param meta the meta of a list that tells more than others.
 */
export const page = <Shape extends z.ZodType, Meta extends typeof PageMeta>(
  shape: Shape,
  meta: Meta | typeof PageMeta = PageMeta,
): Answer<PageOf<z.input<Shape>, z.input<Meta>>> => {
  const body = named(z.object({ data: z.array(shape), meta }), shape, 'Page');
  return {
    statuses: [200],
    body,
    project: makeAnswerProjection(body),
    getStatus: () => 200,
    getBody: (value) => value,
  };
};

/** A page for a person, in HTML. */
export type HtmlPage = { html: string; policy: string };

/** A page in the place of JSON, for a browser that was sent here. */
export const html = (): Answer<HtmlPage> => ({
  statuses: [200],
  body: null,
  html: true,
  getStatus: () => 200,
  getBody: () => null,
});

/** 204 without a body. */
export const none = (): Answer<void> => ({ statuses: [204], body: null, getStatus: () => 204, getBody: () => null });

/** The meta of a page. */
export const pageMeta = (total: number, query: { page: number; per_page: number }): z.infer<typeof PageMeta> => ({
  total,
  page: query.page,
  per_page: query.per_page,
  total_pages: Math.ceil(total / query.per_page),
});

/** A whole number in a query. A refusal names the limit that was broken. */
export const wholeNumber = (min: number, max: number) =>
  z.preprocess(
    (text) => (typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : text),
    z.number('A whole number').int().min(min, `At least ${min}`).max(max, `At most ${max}`),
  );

/** The paging parameters of every list (specification, "Endpoints"); at most 10,000,000 rows deep. */
export const Paging = {
  page: wholeNumber(1, 100_000).default(1).meta({ description: 'Which page, from 1.' }),
  per_page: wholeNumber(1, 100).default(25).meta({ description: 'How many records to a page.' }),
};

/** A page of examples, as if there were no more. */
export const examplePage = <Item>(...data: Item[]): PageOf<Item> => ({
  data,
  meta: { total: data.length, page: 1, per_page: 25, total_pages: 1 },
});

/** How many documents come before a page. */
export const countSkipped = (query: { page: number; per_page: number }): number => (query.page - 1) * query.per_page;
