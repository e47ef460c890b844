import type { FieldError } from '@qsc/contracts';
import type { GetEntityNamesRequest } from '@qsc/contracts/grpc/entity/v1/GetEntityNamesRequest';
import type { GetEntityNamesResponse__Output } from '@qsc/contracts/grpc/entity/v1/GetEntityNamesResponse';
import { type GrpcClient, validationFailed } from '@qsc/service-kit';

type Wanted = { supplier?: string | null | undefined; component?: string | null | undefined };

/** Throws `validation_failed` for a supplier or component that the organisation does not have. */
export type RequireEntities = (orgId: string, wanted: Wanted) => Promise<void>;

/** Asks the system of record, so that what was deleted a moment ago is not taken. */
export const makeRequireEntities =
  ({ call }: Pick<GrpcClient, 'call'>): RequireEntities =>
  async (org_id, wanted) => {
    const requested = Object.entries(wanted).flatMap(([type, id]) => (id ? [{ type, id }] : []));
    if (requested.length === 0) return;
    const { names } = await call<GetEntityNamesRequest, GetEntityNamesResponse__Output>('GetEntityNames', {
      org_id,
      ids: requested.map(({ id }) => id),
    });
    const unknown = requested.filter(({ type, id }) => !names.some((known) => known.id === id && known.type === type));
    if (unknown.length === 0) return;
    throw validationFailed(
      unknown.map(
        ({ type, id }): FieldError => ({
          field: `${type}_id`,
          code: 'unknown_target',
          message: `There is no ${type} with the id "${id}".`,
        }),
      ),
    );
  };
