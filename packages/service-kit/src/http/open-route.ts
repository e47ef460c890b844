import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import type { Call } from '../call.ts';
import type { AnyRoute, Route } from './route.ts';

/** What came without a credential, as it came: whose it is, the handler finds out by what it proves. */
export type OpenRequest = {
  headers: IncomingHttpHeaders;
  /** The bytes of the body; none where there is no body. */
  body: Buffer;
  /** The path with its query. */
  url: string;
};

type Parsed<Shape> = Shape extends z.ZodType ? z.output<Shape> : undefined;

/** What is known of the request; nobody acts, until the handler puts somebody into `actor`. */
export type OpenCall = Omit<Call, 'actor'>;

type OpenRoute<Params, Query, Value> = Omit<
  Route<Params, Query, undefined, Value>,
  'scope' | 'roles' | 'gxp' | 'body' | 'once' | 'handle'
> & {
  handle: (request: {
    params: Parsed<Params>;
    query: Parsed<Query>;
    opened: OpenRequest;
    call: OpenCall;
  }) => Promise<NoInfer<Value>>;
};

/**
 * Declares a route that takes no credential, since what is sent proves itself (a one-use state, a signature). It has no
 * idempotency key, which belongs to an organisation. `consumes` are the media types of a body, which is not parsed. The
 * gateway lets such a request pass by `isOpenPath`.
 */
export const openRoute = <
  Value,
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
>(
  declared: OpenRoute<Params, Query, Value>,
): AnyRoute => ({ ...(declared as unknown as AnyRoute), scope: 'open' });
