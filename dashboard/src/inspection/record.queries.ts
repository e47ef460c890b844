import type { Download } from '@qsc/client';
import { queryOptions } from '@tanstack/react-query';
import { EVENT_TYPES, RECORD_TYPES } from '../i18n/vocabulary.ts';
import { client } from '../session/client.ts';
import type { Found } from '../session/found.ts';
import type { CopyFormat } from '../ui/copy-menu.tsx';

/** A record of an inspection; a deleted one is known by its entries alone. */
export type Inspected = Found & { is_deleted: boolean };

/** Ids are a prefix and a ULID. */
const ID = /^[a-z]{2,8}_[0-9A-Za-z]{20,32}$/;

/** The record of an id by the newest entry of its trail, which is there for a deleted one too. */
const findById = async (id: string): Promise<Inspected[]> => {
  const read = (filters: object) => client.auditLogs.list({ entity_id: [id], per_page: 1, ...filters }).page(1);
  const [newest, removal] = await Promise.all([read({}), read({ action: ['delete', 'restore'] })]);
  const [entry] = newest.data;
  if (!entry) return [];
  const { entity_type: type, entity_name: title } = entry;
  return [{ type, id, title, subtitle: null, status: null, is_deleted: removal.data[0]?.action === 'delete' }];
};

/** Records of every kind that have all words of the text, or the one of an id. */
export const inspectedQuery = (text: string) =>
  queryOptions({
    queryKey: ['inspection', 'records', text],
    queryFn: async ({ signal }): Promise<Inspected[]> => {
      if (ID.test(text)) return findById(text);
      const found = await client.search({ q: text }, { signal });
      return found.map((one) => ({ ...one, is_deleted: false }));
    },
    staleTime: 10_000,
  });

/** Whether complete copies are made of such records. */
export const isCopied = (type: string): boolean => type in RECORD_TYPES;

/** The complete record: content, workflow, signatures and trail. */
export const copyRecord = (type: string, id: string, format: CopyFormat): Promise<Download> => {
  if (type in EVENT_TYPES) return client.qualityEvents.copy(id, { format });
  if (type === 'certificate') return client.certificates.copy(id, { format });
  return type === 'supplier' ? client.suppliers.copy(id, { format }) : client.entities.copy(id, { format });
};
