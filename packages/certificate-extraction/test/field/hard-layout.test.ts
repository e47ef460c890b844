import { expect } from 'chai';
import { readFields } from '../../src/field/read-fields.ts';
import type { CertificateFields } from '../../src/result.ts';
import { printPage } from './printed-page.ts';

type Case = readonly [rule: string, text: string, expected: Partial<CertificateFields>];

const readFieldValues = (text: string) => {
  const { fields } = readFields([printPage(text)]);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
};

const cases: readonly Case[] = [
  [
    'a test and release date of a catalogue product',
    `
Certificate of Analysis
Catalog Number     12345            Quality Test / Release Date     03/13/2019
Lot Number         A0123456         Suggested Retest Date           March 2024
Description        SODIUM CHLORIDE, 99.5%
Country of Origin  INDIA            Declaration of Origin           Synthetic`,
    { batch_number: 'A0123456', issue_date: '2019-03-13', retest_date: '2024-03-31' },
  ],
  [
    'Chinese labels beside English ones',
    `
成品检验报告书 CERTIFICATE OF ANALYSIS
品名 Product Name    维生素C Vitamin C     批号 Batch No.     VC20240115
生产日期 Mfg. Date   2024.01.15            有效期至 Exp. Date 2027.01.14
报告日期 Report Date 2024年1月20日`,
    {
      batch_number: 'VC20240115',
      manufacturing_date: '2024-01-15',
      expiry_date: '2027-01-14',
      issue_date: '2024-01-20',
    },
  ],
  [
    'labels with months printed before the day',
    `
CERTIFICATE OF ANALYSIS
Product Name    Coenzyme Q10        Batch No.        CQ-190301
Manufacture Date  Mar.01,2019       Expiry Date      Feb.28,2021
Report Date       Mar.10,2019       Quantity         500kg`,
    {
      batch_number: 'CQ-190301',
      manufacturing_date: '2019-03-01',
      expiry_date: '2021-02-28',
      issue_date: '2019-03-10',
    },
  ],
  [
    'numbers behind signs without blanks',
    `
CERTIFICATE OF ANALYSIS
LOT#: 1AB1234          ITEM#: C1234        EXP: 12/2026
CERTIFICATE #: 99-1234`,
    { batch_number: '1AB1234', expiry_date: '2026-12-31', certificate_number: '99-1234' },
  ],
  [
    'a title with the number of the certificate',
    `
CERTIFICATE OF ANALYSIS No. 2024-0815
Batch: 4711`,
    { batch_number: '4711', certificate_number: '2024-0815' },
  ],
  [
    'a batch with blanks and remarks behind it',
    `
CERTIFICATE OF ANALYSIS
Batch No.:   AB 1234 56
Lot No.:     AB 1234 56 (25 kg)`,
    { batch_number: 'AB 1234 56' },
  ],
  [
    'the manufacturer behind other sites',
    `
CERTIFICATE OF ANALYSIS
Name and address of manufacturer:   Aldermoor Fine Chemicals Ltd, Unit 7, Harbour Estate, Grimsby DN31 2TG
Batch no.:                          77-12`,
    {
      batch_number: '77-12',
      manufacturer: 'Aldermoor Fine Chemicals Ltd',
      manufacturing_site: 'Unit 7, Harbour Estate, Grimsby DN31 2TG',
    },
  ],
  [
    'Italian labels',
    `
CERTIFICATO DI ANALISI
Prodotto: Acido citrico       Lotto n.: 240123
Data di produzione: 15/01/2024      Data di scadenza: 14/01/2027
Data analisi: 20/01/2024            Produttore: Chimica Sud S.p.A.`,
    {
      batch_number: '240123',
      manufacturing_date: '2024-01-15',
      expiry_date: '2027-01-14',
      manufacturer: 'Chimica Sud S.p.A.',
    },
  ],
  [
    'a period of shelf life as no date',
    `
CERTIFICATE OF ANALYSIS
Lot: X-12      Shelf life: 36 months from date of manufacture
Expiry: 3 years after manufacturing     Storage: 2-8 °C`,
    { batch_number: 'X-12' },
  ],
  [
    'a licence of the manufacturer as no date and no name',
    `
CERTIFICATE OF ANALYSIS
Mfg. Lic. No.: KTK/25/123     Mfr. Code: 0815
Manufacturing Order No.: 556677     Batch No.: 1-2-3`,
    { batch_number: '1-2-3' },
  ],
  [
    'expiry or retest in one label',
    `
CERTIFICATE OF ANALYSIS
Batch No.: A-17     Expiry / Retest date: 03/2027`,
    { batch_number: 'A-17', expiry_date: '2027-03-31' },
  ],
  [
    'a dash as no value, whatever stands below',
    `
CERTIFICATE OF ANALYSIS
Lot No.:     -
A1234-77     Sample 2`,
    {},
  ],
  [
    'times behind dates',
    `
CERTIFICATE OF ANALYSIS
Batch: 18-4     Report date: 2024-03-05 14:22:10     Production date: 2024-03-01T06:00`,
    { batch_number: '18-4', issue_date: '2024-03-05', manufacturing_date: '2024-03-01' },
  ],
  [
    'the manufacturing date next to the date of analysis',
    `
CERTIFICATE OF ANALYSIS
Date of Manufacture     Date of Analysis     Date of Expiry
12-JAN-2024             20-JAN-2024          11-JAN-2029
Lot Number
Z9-44`,
    { batch_number: 'Z9-44', manufacturing_date: '2024-01-12', expiry_date: '2029-01-11' },
  ],
  [
    'made by in a sentence of its own',
    `
CERTIFICATE OF ANALYSIS
Batch: 18-4
Manufactured by Bergsund Kemi AB
Distributed by Castellan Chemical Supply Co.`,
    { batch_number: '18-4', manufacturer: 'Bergsund Kemi AB' },
  ],
  [
    'misread letters in labels, not in values',
    `
CERTIFICATE OF ANALYSlS
Batch N0.:  A1O0l
Date of rnanufacture: 01/13/2024      Expiry date: 0l/13/2026`,
    { batch_number: 'A1O0l', manufacturing_date: '2024-01-13' },
  ],
];

describe('fields of hard layouts', () => {
  for (const [rule, text, expected] of cases) {
    it(`reads ${rule}`, () => expect(readFieldValues(text)).to.deep.equal(expected));
  }
});
