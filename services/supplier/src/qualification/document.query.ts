import type { GetEntityNamesResponse__Output } from '@qsc/contracts/grpc/entity/v1/GetEntityNamesResponse';
import { type GrpcClient, validationFailed } from '@qsc/service-kit';

/** Throws `validation_failed` that names each id which is no document of the organisation. */
export type RequireDocuments = (orgId: string, ids: readonly string[]) => Promise<void>;

/** Looks documents up in the system of record. */
export const makeRequireDocuments =
  (entity: Pick<GrpcClient, 'call'>): RequireDocuments =>
  async (org_id, ids) => {
    if (ids.length === 0) return;
    const request = { org_id, ids: [...new Set(ids)] };
    const { names } = await entity.call<object, GetEntityNamesResponse__Output>('GetEntityNames', request);
    const known = new Set(names.filter(({ type }) => type === 'document').map(({ id }) => id));
    const faults = [...ids.entries()].filter(([, id]) => !known.has(id));
    if (faults.length === 0) return;
    throw validationFailed(
      faults.map(([index, id]) => ({
        field: `documents.${index}`,
        code: 'unknown_document',
        message: `There is no document with the id "${id}".`,
      })),
    );
  };
