import type { Random } from '../random.ts';
import { drawLife } from './batch.ts';
import { type Company, distributors, producers } from './company.ts';
import type { Day } from './settled.ts';

/** What a certificate of a management system or of good manufacturing practice says. */
export type Registration = {
  holder: Company;
  scope: string;
  number: string;
  body: string;
  issue: Day;
  expiry: Day;
  first: Day;
};

const scopes: readonly string[] = [
  'Development, manufacture and sale of active pharmaceutical ingredients and excipients',
  'Storage, repackaging and distribution of pharmaceutical raw materials',
  'Manufacture of cellulose derivatives for pharmaceutical, food and technical applications',
  'Production and distribution of mineral salts, organic acids and vitamins for the pharmaceutical and food industry',
  'Contract micronisation, blending and packaging of pharmaceutical excipients',
];

const bodies: readonly string[] = [
  'Northgate Certification Ltd',
  'Eurocert Systemprüfung GmbH',
  'Meridian Assurance Services',
  'Institut Qualité Méditerranée',
];

/** Draws the certificate of an organisation, valid for three years. */
export function drawRegistration(random: Random): Registration {
  const { issue, expiry, first } = drawLife(random);
  const number = random.pick([
    `${random.whole(10, 99)} 100 ${random.whole(100000, 999999)}`,
    `QMS-${random.whole(10000, 99999)}-${random.whole(1, 9)}`,
    `FS ${random.whole(500000, 799999)}`,
  ]);
  return {
    holder: random.settled.producer ?? random.pick([...producers, ...distributors]),
    scope: random.pick(scopes),
    number,
    body: random.pick(bodies),
    issue,
    expiry,
    first,
  };
}
