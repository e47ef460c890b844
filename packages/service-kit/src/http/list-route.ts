import type { z } from 'zod';
import type { PageOf } from './answer.ts';
import type { AnyRoute, Handled, Route } from './route.ts';

type Requested<Params, Query> = Pick<Handled<Params, Query, undefined>, 'params' | 'query'> & { orgId: string };

type ListRoute<Params, Query, Item> = Omit<
  Route<Params, Query, undefined, PageOf<Item>>,
  'method' | 'gxp' | 'body' | 'consumes' | 'bodyLimit' | 'once' | 'handle'
> & { handle: (requested: Requested<Params, Query>) => Promise<NoInfer<PageOf<Item>>> };

/** Declares a list whose answer depends on the organisation and the address alone: its handler does not learn who calls. */
export const listRoute = <
  Item,
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
>({
  handle,
  ...declared
}: ListRoute<Params, Query, Item>): AnyRoute => {
  const route: Route<Params, Query, undefined, PageOf<Item>> = {
    ...declared,
    method: 'get',
    handle: ({ params, query, call }) => handle({ params, query, orgId: call.actor.org_id }),
  };
  return route as unknown as AnyRoute;
};
