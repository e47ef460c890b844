import { fillDerived, type Log } from '@qsc/service-kit';
import { entityDefinition, type StoredEntity, toEntity, toStored } from './entity.store.ts';

/** The field of before codes were compared by keys. */
const FORMER = { $unset: { supplier_code: '' } };

const listKeys = (found: StoredEntity) => {
  const { name_key, facets, words, code_key } = toStored(toEntity(found));
  return { keys: { name_key, facets, words }, code: code_key === undefined ? {} : { code_key } };
};

/**
 * Gives the entities of before text was compared by keys what filters, search and the unique index look at. Of several with the
 * same code the oldest has it; the others keep theirs and are marked, so that their next change is not refused for it.
 */
export const fillTextKeys = (log: Pick<Log, 'warn'>) =>
  fillDerived(entityDefinition, {
    id: 'text-keys',
    field: 'words',
    derive(found) {
      const { keys, code } = listKeys(found);
      return { ...FORMER, $set: { ...keys, ...code } };
    },
    onDuplicate(found) {
      const { keys, code } = listKeys(found);
      log.warn('an entity has the code of another one, and keeps it', {
        org_id: found.org_id,
        entity: found._id,
        ...code,
      });
      return { ...FORMER, $set: { ...keys, shares_code: true } };
    },
  });
