import type { LinkedEntity, Walked } from './graph.ts';

const EU = [
  ...['AT', 'BE', 'BG', 'HR', 'CY', 'CZ', 'DK', 'EE', 'FI', 'FR', 'DE', 'GR', 'HU', 'IE', 'IT', 'LV', 'LT', 'LU', 'MT'],
  ...['NL', 'PL', 'PT', 'RO', 'SK', 'SI', 'ES', 'SE', 'IS', 'LI', 'NO', 'EU', 'EEA', 'EUROPEAN UNION'],
];

/** Who regulates medicines where, by country codes (ISO 3166) and names that people write; the EU's agency also for the EEA. */
const AUTHORITIES: Readonly<Record<string, readonly string[]>> = {
  'US FDA': ['US', 'USA', 'PR', 'UNITED STATES', 'UNITED STATES OF AMERICA'],
  'EU EMA': EU,
  'UK MHRA': ['GB', 'UK', 'UNITED KINGDOM', 'GREAT BRITAIN'],
  'CH Swissmedic': ['CH', 'SWITZERLAND'],
  'JP PMDA': ['JP', 'JAPAN'],
  'CA Health Canada': ['CA', 'CANADA'],
  'AU TGA': ['AU', 'AUSTRALIA'],
  'NZ Medsafe': ['NZ', 'NEW ZEALAND'],
  'CN NMPA': ['CN', 'CHINA'],
  'IN CDSCO': ['IN', 'INDIA'],
  'KR MFDS': ['KR', 'SOUTH KOREA', 'KOREA'],
  'SG HSA': ['SG', 'SINGAPORE'],
  'TW TFDA': ['TW', 'TAIWAN'],
  'BR ANVISA': ['BR', 'BRAZIL'],
  'MX COFEPRIS': ['MX', 'MEXICO'],
  'AR ANMAT': ['AR', 'ARGENTINA'],
  'IL MOH': ['IL', 'ISRAEL'],
  'TR TITCK': ['TR', 'TURKEY', 'TÜRKIYE'],
  'SA SFDA': ['SA', 'SAUDI ARABIA'],
  'ZA SAHPRA': ['ZA', 'SOUTH AFRICA'],
};

const BY_COUNTRY = new Map(
  Object.entries(AUTHORITIES).flatMap(([authority, countries]) =>
    countries.map((country) => [country, authority] as const),
  ),
);

/** Attributes that name countries: a product's markets, or where a supplier is. */
export const COUNTRY_ATTRIBUTES = ['countries', 'markets', 'country'] as const;

const REGULATED: ReadonlySet<string> = new Set(['product', 'supplier']);

const toTexts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');

const toCountries = ({ attributes }: LinkedEntity): string[] =>
  COUNTRY_ATTRIBUTES.flatMap((name) => toTexts(attributes[name]));

/** The authorities of the countries of the products and suppliers that were met, by name; none where no country is known. */
export const findJurisdictions = (walked: Walked): string[] => {
  const met = [...walked.values()].map(({ entity }) => entity).filter(({ type }) => REGULATED.has(type));
  const found = met.flatMap(toCountries).map((country) => BY_COUNTRY.get(country.trim().toUpperCase()));
  return [...new Set(found.filter((authority) => authority !== undefined))].toSorted();
};
