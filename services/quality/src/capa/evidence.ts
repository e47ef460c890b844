import { validationFailed } from '@qsc/service-kit';
import type { ReadNames } from '../quality-event/related-entity.ts';

/** Throws `validation_failed` that names each added id which is no document of the organisation. */
export type RequireEvidence = (orgId: string, requested: readonly string[], known: readonly string[]) => Promise<void>;

/**
 * Looks documents up in the system of record. Those that the action already has are accepted even if they were deleted since.
 */
export const makeRequireEvidence =
  (readNames: ReadNames): RequireEvidence =>
  async (orgId, requested, known) => {
    const added = requested.filter((id) => !known.includes(id));
    const names = await readNames(orgId, added);
    const faults = added.filter((id) => names.get(id)?.type !== 'document');
    if (faults.length === 0) return;
    throw validationFailed(
      faults.map((id) => ({
        field: `evidence.${requested.indexOf(id)}`,
        code: 'unknown_document',
        message: `There is no document with the id "${id}".`,
      })),
    );
  };
