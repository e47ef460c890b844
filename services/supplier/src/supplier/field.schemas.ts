import { visibleText } from '@qsc/contracts';

/** A text that people write about a supplier. */
export const Text = visibleText(2_000);
