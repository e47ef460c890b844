import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';

type Props<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch' | 'isPending'>;
  lines?: number;
  children: (data: Data) => ReactNode;
};

/** A part of a page with data of its own: where its service is away, it alone says so. */
export const Part = <Data,>({ query, lines = 3, children }: Props<Data>) => {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  return <Lines count={lines} />;
};

export const Lines = ({ count }: { count: number }) => (
  <Stack gap="xs" aria-busy>
    {Array.from({ length: count }, (_, index) => index).map((index) => (
      <Skeleton key={index} height={14} width={`${90 - ((index * 17) % 40)}%`} />
    ))}
  </Stack>
);
