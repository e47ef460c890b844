import type { IncomingHttpHeaders } from 'node:http';
import type { Actor, ErrorCode, Role, Scope, Tag } from '@qsc/contracts';
import type { z } from 'zod';
import type { Call } from '../call.ts';
import type { Answer, HtmlPage } from './answer.ts';
import type { Download } from './download.ts';
import type { ReceivedFile, Upload } from './upload.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

type Parsed<Shape> = Shape extends z.ZodType ? z.output<Shape> : undefined;

/** What a handler gets: parsed values only, and who calls. */
export type Handled<Params, Query, Body> = {
  params: Parsed<Params>;
  query: Parsed<Query>;
  body: Parsed<Body>;
  call: Call;
};

/** Neither an empty answer nor a file nor a page has an example. */
type IsShown<Value> = undefined extends Value ? false : Value extends Download | HtmlPage ? false : true;

/**
 * What a caller may send, and what the handler then gives: the description shows it, and a test sends it to a real mesh.
 * The ids of the path are described where its parameters are declared. `others` are answers of further statuses.
 */
export type Example<Body, Value> = (Body extends z.ZodType ? { body: z.input<Body> } : { body?: never }) &
  (IsShown<Value> extends false
    ? { answer?: never; others?: never }
    : { answer: NoInfer<Value>; others?: readonly NoInfer<Value>[] });

/**
 * One endpoint, declared once: it is mounted by it and described by it in the OpenAPI document.
 * A route without a scope does not compile; `'authenticated'` asks for a credential and no scope.
 */
export type Route<Params, Query, Body, Value> = {
  /** The `operationId`, such as `listEntities`: functions of generated clients are named by it, so it never changes. */
  id: string;
  tag: Tag;
  method: Method;
  /** Express form: `/entities/:entity_id`, without `/v1`. */
  path: string;
  /** A few words: `Create an entity`. */
  summary: string;
  /** What a caller has to know, in Markdown. */
  description: string;
  scope: Scope | 'authenticated';
  /** Scopes that the caller needs as well: the answer is also of other resources. */
  furtherScopes?: readonly Scope[];
  /** Callers who may lack the scope, since the handler lets them through for single records, which it checks. */
  mayLackScope?: (actor: Actor) => boolean;
  /** Further limits to these roles. */
  roles?: readonly Role[];
  /** The route is permitted with a password that somebody else has set: it is for changing that. */
  permitsForeignPassword?: true;
  /** The route writes GxP records: an organisation in strict mode refuses it without a reason. */
  gxp?: boolean;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Media types of the body; JSON by default. */
  consumes?: readonly string[];
  /** The most bytes of the body; 1 MiB by default. */
  bodyLimit?: number;
  answer: Answer<Value>;
  /** Members of the answer that are shown once and are not kept for a replay (a secret). */
  once?: readonly (keyof Value & string)[];
  /** `false` where `Idempotency-Key` is ignored: what a repeated request answers depends on its secrets, or nobody known calls. */
  idempotencyKey?: false;
  /** Errors beyond those that any route of this method and these parts answers. */
  throws?: readonly ErrorCode[];
  /** The route is still there for old clients: what to use instead. */
  deprecated?: string;
  example: Example<Body, Value>;
  handle: (request: Handled<Params, Query, Body>) => Promise<NoInfer<Value>>;
};

/** What came without a credential, as it came: whose it is, the handler finds out by what it proves. */
export type OpenRequest = {
  headers: IncomingHttpHeaders;
  /** The bytes of the body; none where there is no body. */
  body: Buffer;
  /** The path with its query. */
  url: string;
};

/** A route of any types, as the application and the document keep it. */
export type AnyRoute = Omit<
  Route<undefined, undefined, undefined, unknown>,
  'params' | 'query' | 'body' | 'handle' | 'once' | 'answer' | 'example' | 'scope'
> & {
  /** `'open'` needs no credential (`openRoute`). */
  scope: Scope | 'authenticated' | 'open';
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  answer: Answer<unknown>;
  once?: readonly string[];
  example: { body?: unknown; answer?: unknown; others?: readonly unknown[] };
  /** The body is a form with a file (`uploadRoute`); `body` describes its metadata. */
  upload?: Upload<ReceivedFile>;
  handle: (request: {
    params: unknown;
    query: unknown;
    body: unknown;
    call: Call;
    file?: ReceivedFile;
    opened?: OpenRequest;
  }) => Promise<unknown>;
};

/** Declares a route with its types inferred. */
export const route = <
  Value,
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(
  declared: Route<Params, Query, Body, Value>,
): AnyRoute => declared as unknown as AnyRoute;
