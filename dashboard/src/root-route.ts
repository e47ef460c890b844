import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { Frame } from './frame/frame.tsx';
import { directoryQuery } from './ui/people.tsx';

type Context = { queries: QueryClient };

/** The route that every page is below: the frame around it. */
export const root = createRootRouteWithContext<Context>()({
  component: Frame,
  loader: ({ context: { queries } }) => void queries.prefetchQuery(directoryQuery),
});
