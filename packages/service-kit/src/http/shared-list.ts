import type { z } from 'zod';
import type { PageOf } from './answer.ts';
import type { AnyRoute, Handled, Route } from './route.ts';

type Requested<Params, Query> = Pick<Handled<Params, Query, undefined>, 'params' | 'query'> & { orgId: string };

type SharedList<Params, Query, Item> = Omit<
  Route<Params, Query, undefined, PageOf<Item>>,
  'method' | 'gxp' | 'body' | 'consumes' | 'bodyLimit' | 'once' | 'handle'
> & { handle: (requested: Requested<Params, Query>) => Promise<NoInfer<PageOf<Item>>> };

/**
 * Declares a list whose answer depends on the organisation and the address alone. Requests for the same one that run at the
 * same time share its query and its JSON; scope and role are looked at for each. The handler does not learn who calls, so
 * that an answer cannot be one caller's and given to another.
 */
export const sharedList = <
  Item,
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
>({
  handle,
  ...declared
}: SharedList<Params, Query, Item>): AnyRoute => {
  const route: Route<Params, Query, undefined, PageOf<Item>> = {
    ...declared,
    method: 'get',
    handle: ({ params, query, call }) => handle({ params, query, orgId: call.actor.org_id }),
  };
  return { ...(route as unknown as AnyRoute), shared: true };
};
