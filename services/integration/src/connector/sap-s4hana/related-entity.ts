import { RemoteRefusal } from '../../remote/remote-error.ts';
import type { ODataService } from '../odata/odata-service.ts';
import { etagOf, isRow } from '../odata/row.ts';

/** The address below the root, and the version, of the one entity that a record leads to by that name. */
export type Target = { path: string; etag: string | null };

/** Throws `VALIDATION_ERROR`, which names the field, where the record leads to none. */
export const targetOf = async (service: ODataService, recordPath: string, name: string): Promise<Target> => {
  const { rows } = await service.page(service.addressOf(recordPath, { $expand: name }));
  const entity = rows[0]?.[name];
  const metadata = isRow(entity) && isRow(entity.__metadata) ? entity.__metadata : {};
  const path = pathOf(metadata.uri);
  if (isRow(entity) && path !== null) return { path, etag: etagOf('v2', entity) };
  throw new RemoteRefusal('VALIDATION_ERROR', 'The record has nothing there that could be changed.', { field: name });
};

/** The set and the key at the end of an entity's address. The rest of it is not used, the root is the connection's own. */
const pathOf = (uri: unknown): string | null => {
  const [, path = null] = /\/([A-Za-z_]\w*\([^/?#]*\))$/.exec(String(uri ?? '')) ?? [];
  return path;
};
