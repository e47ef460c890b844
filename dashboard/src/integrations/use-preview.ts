import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { type Mapping, type Preview, previewQuery } from './mapping.queries.ts';
import { isWhole, type MappingContent, toMapping } from './mapping-content.ts';
import { type LineFault, splitFault } from './mapping-fault.ts';

const PAUSE_MS = 600;

export type LivePreview = {
  data: Preview | undefined;
  /** Why there is no preview, as far as no line is at fault. */
  error: unknown;
  faults: readonly LineFault[];
  isBusy: boolean;
  /** The mapping has what a record is read by. */
  isWhole: boolean;
  /** The key of the record there; empty for any. */
  recordId: string;
  setRecordId: (id: string) => void;
  retry: () => void;
};

/** What the mapping as it is typed makes of a record there, read again after a pause in typing. */
export const usePreview = (
  connectionId: string,
  form: UseFormReturn<MappingContent>,
  before: Mapping | null,
): LivePreview => {
  const [recordId, setRecordId] = useState('');
  const content = useWatch({ control: form.control }) as MappingContent;
  const mapping = toMapping(content, before);
  const whole = isWhole(mapping);
  const text = JSON.stringify({ mapping, ...(recordId.trim() ? { record_id: recordId.trim() } : {}) });
  const [settled] = useDebouncedValue(text, PAUSE_MS);
  const query = useQuery({ ...previewQuery(connectionId, JSON.parse(settled)), enabled: whole && settled === text });
  const { lines, rest } = splitFault(query.error);
  return {
    data: whole && !query.error ? query.data : undefined,
    error: whole ? rest : null,
    faults: whole ? lines : [],
    isBusy: query.isFetching || (whole && settled !== text),
    isWhole: whole,
    recordId,
    setRecordId,
    retry: () => void query.refetch(),
  };
};
