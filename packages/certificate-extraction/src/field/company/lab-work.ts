import { joinText } from '../../line.ts';
import { foldLabel, wholeLabel } from '../label/label.ts';
import type { Part } from '../part/part.ts';

const LAB_WORK = wholeLabel([
  '(?:sample )?(?:prep|preparation|extraction|analysis)(?: (?:by|date|method))?',
  '(?:analy[sz]ed|prepared|extracted|tested)(?: (?:by|on))?|analyst|technician',
  'sop|method|instrument(?: used)?|column|dilution|volume|running on|reagents?|consumables',
  '(?:sample |test )?(?:weight|mass|volume)',
]);
const FEWEST = 2;

/** Whether a label stands in a line about the work in the laboratory, whose batches are runs and not the goods. */
export function isLabWork(label: Part, parts: readonly Part[]): boolean {
  const height = label.y1 - label.y0;
  const around = parts.filter(
    (part) => part.page === label.page && part !== label && Math.abs(part.y0 - label.y0) < 0.5 * height,
  );
  return around.filter((part) => LAB_WORK.test(foldLabel(joinText(part.label)))).length >= FEWEST;
}
