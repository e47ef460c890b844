import { ID_PREFIX, type IdKind } from './id.ts';

/** An id in the examples of the API's description: the same one wherever the same record is meant; `which` tells several apart. */
export const exampleId = (kind: IdKind, which: 1 | 2 | 3 | 4 | 5 | 6 = 1): string =>
  `${ID_PREFIX[kind]}_01K8ZJ6C4Q7R2M9T5V3X1W0BA${which}`;
