import { useDebouncedValue } from '@mantine/hooks';
import type { FieldError } from '@qsc/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fieldFaultText } from '../ui/fault-words.ts';
import { checkQuery } from './check.queries.ts';
import { type PlacedFault, placeFaults } from './check-fault.ts';
import type { Definition } from './definition.ts';

const PAUSE_MS = 500;

export type LiveCheck = {
  faults: readonly PlacedFault[];
  /** Why the definition could not be checked; null where it was. */
  error: unknown;
  /** The faults are those of an earlier definition until the answer is there. */
  isBusy: boolean;
  retry: () => void;
};

const inLanguage = ({ field, ...fault }: FieldError) => ({ field, message: fieldFaultText(fault) });

/** What the API finds in a definition as it is typed, asked again after a pause in typing. */
export const useCheck = (workflowId: string, definition: Definition): LiveCheck => {
  const text = JSON.stringify(definition);
  const [settled] = useDebouncedValue(text, PAUSE_MS);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...checkQuery(workflowId, settled),
    placeholderData: keepPreviousData,
  });
  return {
    faults: data ? placeFaults(data.of, data.faults.map(inLanguage)) : [],
    error,
    isBusy: isFetching || isPlaceholderData || settled !== text,
    retry: () => void refetch(),
  };
};
