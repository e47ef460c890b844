import type { Body, Schemas } from '@qsc/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../session/client.ts';

export type Mapping = Schemas['Mapping'];
export type NewMapping = Schemas['NewMapping'];
export type SourceField = Schemas['SourceField'];
export type Preview = Schemas['MappingPreview'];

const FRESH_MS = 60_000;

export const mappingsQuery = (id: string) =>
  queryOptions({
    queryKey: ['integrations', 'mappings', id],
    queryFn: ({ signal }) => client.integrations.listMappings(id, { signal }),
  });

/** The mappings of a connection and its version, read together: what a change of them starts from. */
export type MappingBase = { version: number; mappings: readonly Mapping[] };

/** Read afresh whenever the editor opens. A change between its two reads is refused by the version when the mappings are saved. */
export const mappingBaseQuery = (id: string) =>
  queryOptions({
    queryKey: ['integrations', 'mapping-base', id],
    queryFn: async ({ signal }): Promise<MappingBase> => {
      const { version } = await client.integrations.getConnection(id, { signal });
      return { version, mappings: await client.integrations.listMappings(id, { signal }) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** The objects of the external system, and the fields of one of them. */
export const sourceQuery = (id: string, object: string) =>
  queryOptions({
    queryKey: ['integration-source', id, object],
    queryFn: ({ signal }) =>
      client.integrations.describeConnectionSource(id, object === '' ? {} : { object }, { signal }),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });

/** What a mapping makes of a record of the external system. */
export const previewQuery = (id: string, body: Body<'previewMapping'>) =>
  queryOptions({
    queryKey: ['integration-preview', id, body],
    queryFn: ({ signal }) => client.integrations.previewMapping(id, body, { signal }),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });

export const replaceMappings = (
  id: string,
  mappings: Body<'replaceMappings'>['mappings'],
  ifMatch: number,
): Promise<Mapping[]> => client.integrations.replaceMappings(id, { mappings }, { ifMatch });
