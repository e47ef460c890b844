import { validationFailed } from '@qsc/service-kit';

/**
 * The ids among these that are active users of the organisation. Throws `service_unavailable` while identity is not reachable.
 */
export type ActiveUsers = (orgId: string, ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** An assignee, by the field of the request; nobody where the id is null or left out. */
export type Assigned = { field: string; id: string | null | undefined };

/**
 * Throws `validation_failed` that names each field whose user is not an active one of the organisation, and
 * `service_unavailable` while identity is not reachable. An assignee that does not change (`known`) is accepted even if the
 * user is not active any more.
 */
export type RequireAssignees = (orgId: string, assigned: readonly Assigned[], known?: string | null) => Promise<void>;

/** Checks new assignees only. */
export const makeRequireAssignees =
  (activeUsers: ActiveUsers): RequireAssignees =>
  async (orgId, assigned, known = null) => {
    const added = assigned.flatMap(({ field, id }) => (id && id !== known ? [{ field, id }] : []));
    if (added.length === 0) return;
    const active = await activeUsers(orgId, [...new Set(added.map(({ id }) => id))]);
    const faults = added.filter(({ id }) => !active.has(id));
    if (faults.length === 0) return;
    throw validationFailed(
      faults.map(({ field, id }) => ({
        field,
        code: 'unknown_user',
        message: `There is no active user with the id "${id}".`,
      })),
    );
  };
