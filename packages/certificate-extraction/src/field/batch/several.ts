import { joinText } from '../../line.ts';
import { looksLikeDate } from '../../value/date.ts';
import { readFieldValue } from '../field-value.ts';
import type { Sheet } from '../part/block.ts';
import { type Part, partText } from '../part/part.ts';

/** Where to look and what counts as a value of the same kind. */
type Search = { sheet: Sheet; isValue: (text: string) => boolean };

/**
 * Whether a batch number or a date stands in a row of such values without labels of their own, or above more of them
 * under one label: a column or a row for each batch, of which none speaks for the whole certificate.
 */
export function isOneOfSeveral(number: Part, label: Part, { sheet, isValue }: Search): boolean {
  if (number.y0 >= label.y1 - 1 && hasSameBelow(number, sheet)) return true;
  const row = sheet.parts.filter((part) => part.page === number.page && part !== label && isInRow(part, number));
  const onPage = sheet.parts.filter((part) => part.page === number.page);
  const labels = onPage.filter(isBareLabel);
  const heads = number.y0 < label.y1 - 1 ? [] : onPage.filter((part) => part !== label && isInRow(part, label));
  return row.some((part) => {
    if (part === number || part.label.length > 0 || !isOther(part, number, isValue)) return false;
    if (
      heads.some((head) => standsAbove(head, part)) ||
      row.some((other) => isCaption(other, number, { part, isValue }))
    )
      return false;
    return !labels.some((other) => standsBetween(other, number, part) || (other !== label && standsAbove(other, part)));
  });
}

/** Whether another label of the same words stands in the row with another number ("Lot A1   Lot B2" heads columns). */
export function isLabelOfSeveral(label: Part, sheet: Sheet): boolean {
  if (label.colon) return false;
  return sheet.parts.some(
    (part) =>
      part !== label &&
      part.page === label.page &&
      !part.colon &&
      isInRow(part, label) &&
      part.label.length > 0 &&
      joinText(part.label) === joinText(label.label) &&
      joinText(part.value) !== joinText(label.value) &&
      isBatchNumber(joinText(part.value)),
  );
}

function hasSameBelow(number: Part, sheet: Sheet): boolean {
  const height = number.y1 - number.y0;
  const shape = joinText(number.value).replace(/\d/g, '0');
  return sheet.parts.some(
    (part) =>
      part.page === number.page &&
      part.label.length === 0 &&
      part.y0 > number.y1 - 1 &&
      part.y0 - number.y1 < 1.5 * height &&
      Math.abs(part.x0 + part.x1 - number.x0 - number.x1) < 2 * height &&
      joinText(part.value).replace(/\d/g, '0') === shape &&
      joinText(part.value) !== joinText(number.value),
  );
}

function isOther(part: Part, number: Part, isValue: Search['isValue']): boolean {
  return isValue(joinText(part.value)) && joinText(part.value) !== joinText(number.value);
}

/** Whether the text is surely a batch number. */
export function isBatchNumber(text: string): boolean {
  return text.length >= 4 && !looksLikeDate(text) && readFieldValue('batch_number', text, 'dmy')?.certainty === 1;
}

function isBareLabel(part: Part): boolean {
  return part.label.length > 0 && part.value.length === 0;
}

function isInRow(part: Part, number: Part): boolean {
  return Math.abs(part.y0 + part.y1 - number.y0 - number.y1) < 0.8 * (number.y1 - number.y0);
}

function standsBetween(label: Part, number: Part, other: Part): boolean {
  const [left, right] = number.x0 < other.x0 ? [number, other] : [other, number];
  return isInRow(label, number) && label.x0 >= left.x1 - 1 && label.x1 <= right.x0 + 1;
}

// Words between two numbers are the label of the second, known or not.
function isCaption(words: Part, number: Part, { part, isValue }: { part: Part; isValue: Search['isValue'] }): boolean {
  return words !== number && words !== part && standsBetween(words, number, part) && !isValue(partText(words));
}

function standsAbove(label: Part, part: Part): boolean {
  return label.y1 <= part.y0 + 2 && part.y0 - label.y1 < 30 && label.x0 < part.x1 && label.x1 > part.x0;
}
