import type { z } from 'zod';
import type { Call } from '../call.ts';
import type { AnyRoute, OpenRequest, Route } from './route.ts';

type Parsed<Shape> = Shape extends z.ZodType ? z.output<Shape> : undefined;

/** What is known of the request; nobody acts, until the handler puts somebody into `actor`. */
export type OpenCall = Omit<Call, 'actor'>;

type OpenRoute<Params, Query, Value> = Omit<
  Route<Params, Query, undefined, Value>,
  'scope' | 'roles' | 'permitsForeignPassword' | 'gxp' | 'body' | 'once' | 'idempotencyKey' | 'handle'
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
): AnyRoute => ({ ...(declared as unknown as AnyRoute), scope: 'open', idempotencyKey: false });
