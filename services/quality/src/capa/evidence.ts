import { validationFailed } from '@qsc/service-kit';
import type { NamesOf } from '../quality-event/related-entity.ts';

/** Throws `validation_failed` that names each added id that is no document of the organisation. */
export type RequireEvidence = (orgId: string, asked: readonly string[], known: readonly string[]) => Promise<void>;

/** Looks documents up in the system of record. Those that the action has already stay, also where one is gone by now. */
export const makeRequireEvidence =
  (namesOf: NamesOf): RequireEvidence =>
  async (orgId, asked, known) => {
    const added = asked.filter((id) => !known.includes(id));
    const names = await namesOf(orgId, added);
    const faults = added.filter((id) => names.get(id)?.type !== 'document');
    if (faults.length === 0) return;
    throw validationFailed(
      faults.map((id) => ({
        field: `evidence.${asked.indexOf(id)}`,
        code: 'unknown_document',
        message: `There is no document with the id "${id}".`,
      })),
    );
  };
