import type { Connection } from '../connection/connection.ts';
import type { LocalRecord } from '../local/local-record.ts';
import type { Mapping } from '../mapping/mapping.ts';

/** The kinds of record whose files are brought here. */
export const WITH_CONTENT: readonly string[] = ['certificate', 'document'];

/** Whether files are brought here by a mapping. */
export const isMirroredContent = (
  { entity_type, content_sync }: Pick<Mapping, 'entity_type' | 'content_sync'>,
  { sync_config }: Pick<Connection, 'sync_config'>,
): boolean =>
  content_sync?.enabled === true && sync_config.direction !== 'outbound' && WITH_CONTENT.includes(entity_type);

/** What of a certificate comes from the attributes of its record, by the same names. */
const TAKEN = ['supplier_id', 'component_id', 'batch_number', 'issue_date', 'expiry_date'] as const;

/**
 * The metadata that the file of a record is uploaded with: its name, its `certificate_type` (else `type`), and what of a
 * certificate its attributes hold. The certificate service checks them.
 */
export const certificateMetadata = (
  { name, attributes }: Pick<LocalRecord, 'name' | 'attributes'>,
  supersedes: string | null,
): Record<string, unknown> => ({
  type: attributes.certificate_type ?? attributes.type,
  name,
  ...Object.fromEntries(TAKEN.flatMap((field) => (attributes[field] ? [[field, attributes[field]]] : []))),
  ...(supersedes === null ? {} : { supersedes }),
});
