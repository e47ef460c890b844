/** A made-up company; `lines` is its address as printed, line by line. */
export type Company = { name: string; lines: readonly string[]; phone: string; mail: string };

function company(name: string, lines: readonly string[], phone: string): Company {
  const domain = name
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .split('-')
    .slice(0, 2)
    .join('-');
  return { name, lines, phone, mail: `quality@${domain}.example` };
}

export const producers: readonly Company[] = [
  company('Norvatek Feinchemie GmbH', ['Werkstraße 12', '67063 Ludwigshafen', 'Germany'], '+49 621 555 0143'),
  company(
    'Aldermoor Fine Chemicals Ltd',
    ['Unit 7, Harbour Estate', 'Grimsby DN31 2TG', 'United Kingdom'],
    '+44 1472 555 019',
  ),
  company('Quillay Organics S.A.', ['Ruta 5 Norte Km 41', 'Lampa, Santiago', 'Chile'], '+56 2 5550 2231'),
  company(
    'Shrivani Pharma Chem Pvt. Ltd.',
    ['Plot No. 118, GIDC Phase II', 'Vapi 396195, Gujarat', 'India'],
    '+91 260 555 0188',
  ),
  company('Bergsund Kemi AB', ['Industrivägen 4', '691 50 Karlskoga', 'Sweden'], '+46 586 555 021'),
  company(
    'Harlan Ridge Ingredients, Inc.',
    ['2200 Commerce Park Drive', 'Cedar Rapids, IA 52404', 'USA'],
    '+1 319 555 0126',
  ),
  company(
    'Lysandre Excipients SAS',
    ['14 rue des Tanneurs', '69400 Villefranche-sur-Saône', 'France'],
    '+33 4 5555 0172',
  ),
  company(
    'Zhenhai Bright Bio-Chemical Co., Ltd.',
    ['88 Binhai Road, Economic Zone', 'Ningbo, Zhejiang 315201', 'P.R. China'],
    '+86 574 5550 1199',
  ),
];

export const distributors: readonly Company[] = [
  company(
    'Merivale Trading & Distribution BV',
    ['Havenweg 210', '3089 JK Rotterdam', 'The Netherlands'],
    '+31 10 555 0134',
  ),
  company('Castellan Chemical Supply Co.', ['640 Dock Street', 'Newark, NJ 07105', 'USA'], '+1 973 555 0177'),
  company('Ostwind Rohstoffhandel GmbH & Co. KG', ['Speicherstadt 9', '20457 Hamburg', 'Germany'], '+49 40 555 0160'),
  company('Tamar Valley Raw Materials Ltd', ['5 Quay Road', 'Plymouth PL1 3QX', 'United Kingdom'], '+44 1752 555 013'),
];

export const laboratories: readonly Company[] = [
  company(
    'Veritor Analytical Laboratories',
    ['31 Science Park Road', 'Cambridge CB4 0WA', 'United Kingdom'],
    '+44 1223 555 017',
  ),
  company('Institut Boreal für Analytik', ['Am Technikum 3', '8005 Zürich', 'Switzerland'], '+41 44 555 01 20'),
  company('Pinecrest Testing Services LLC', ['480 Laboratory Way', 'Durham, NC 27713', 'USA'], '+1 919 555 0151'),
  company('Laboratoires Sévran', ['2 allée des Sciences', '31400 Toulouse', 'France'], '+33 5 5555 0148'),
];

export const customers: readonly Company[] = [
  company('Halvorsen Pharma AS', ['Fabrikkveien 8', '1400 Ski', 'Norway'], '+47 22 555 013'),
  company('Orchard Lane Generics plc', ['Orchard Lane', 'Swindon SN2 8UH', 'United Kingdom'], '+44 1793 555 014'),
  company('Bellavista Nutraceuticals S.p.A.', ['Via Emilia 77', '43126 Parma', 'Italy'], '+39 0521 555 012'),
];

/** Names of people who sign. */
export const people: readonly string[] = [
  'M. Ferrante',
  'Dr. K. Lindqvist',
  'Priya Nair',
  'J. Whitcombe',
  'Dr. A. Brandt',
  'S. Okafor',
  'Helen Marsh',
];
