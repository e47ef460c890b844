import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { type Mapping, type Preview, previewQuery } from './mapping.queries.ts';
import { isWhole, type MappingContent, toMapping } from './mapping-content.ts';

const PAUSE_MS = 600;

export type LivePreview = {
  data: Preview | undefined;
  error: Error | null;
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
  return {
    data: whole ? query.data : undefined,
    error: whole ? query.error : null,
    isBusy: query.isFetching || (whole && settled !== text),
    isWhole: whole,
    recordId,
    setRecordId,
    retry: () => void query.refetch(),
  };
};
