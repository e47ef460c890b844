import { visibleText } from '@qsc/contracts';

/** A text that people write, of at most that many characters. */
export const text = visibleText;

/** An id of any kind of record. */
export const Id = text(64);
