import { type DateOrder, readDate, toIsoDate } from '../../value/date.ts';
import type { Candidate } from '../candidate.ts';
import { isTitle } from '../document/certificate-title.ts';
import type { Sheet } from '../part/block.ts';
import { type Part, partText, standsAt } from '../part/part.ts';

const BEHIND_NUMBER = /(?<=\d\S*,?\s)(?:of|dated?|issued|from|vom|du|del|de|di|van|dd\.?)\s+(?=\d)/i;

/** The date of issue that stands behind the number of the certificate ("Analysenzertifikat Nr. 24-118 vom 12.03.2024"). */
export function numberDates({ parts }: Sheet, order: DateOrder): Candidate[] {
  return parts.filter(namesCertificate).flatMap((part): Candidate[] => {
    const text = partText(part);
    const behind = BEHIND_NUMBER.exec(text);
    const rest = behind ? text.slice(behind.index + behind[0].length) : '';
    const date = readDate(rest, order);
    if (!date?.day || date.length < rest.trim().length) return [];
    return [{ field: 'issue_date', value: toIsoDate(date), weight: 0.88, confidence: 0.93, ...standsAt(part) }];
  });
}

function namesCertificate(part: Part): boolean {
  return part.match?.hits[0]?.field === 'certificate_number' || isTitle(partText(part));
}
