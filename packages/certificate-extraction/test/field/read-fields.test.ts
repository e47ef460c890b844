import { expect } from 'chai';
import { readFields } from '../../src/field/read-fields.ts';
import type { CertificateFields } from '../../src/result.ts';
import { printPage } from './printed-page.ts';

type Case = readonly [rule: string, text: string, expected: Partial<CertificateFields>];

const readFieldValues = (text: string) => {
  const { fields } = readFields([printPage(text)]);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
};

const layouts: readonly Case[] = [
  [
    'labels with colons and values far to the right',
    `
Certificate of Analysis
Product Name:                 Sodium chloride
Product Number:               S9888
Batch Number:                 SLBX1234
CAS Number:                   7647-14-5
Quality Release Date:         12 MAR 2018
Recommended Retest Date:      FEB 2021`,
    { batch_number: 'SLBX1234', issue_date: '2018-03-12', retest_date: '2021-02-28' },
  ],
  [
    'labels without colons and patterns of dates in brackets',
    `
Certificate of Analysis
1.06404.1000   Sodium chloride for analysis EMSURE
Batch    K51234567
Date of release (DD.MM.YYYY)         12.03.2019
Minimum shelf life (DD.MM.YYYY)      31.03.2024
Dr. Anna Muster
Responsible laboratory manager quality control`,
    { batch_number: 'K51234567', issue_date: '2019-03-12', expiry_date: '2024-03-31' },
  ],
  [
    'short labels in two columns',
    `
CERTIFICATE OF ANALYSIS
Name of Product : Paracetamol BP           A.R. No.    : QC/RM/19/0123
B. No.          : PCM/1904/017             Batch Size  : 500 kg
Mfg. Dt.        : 04/2019                  Exp. Dt.    : 03/2024
Mfg. Lic. No.   : KTK/25/123/2011          Date of Release : 22/04/2019
Mfd. By         : Shree Organics Pvt. Ltd., Plot No. 5, GIDC, Ankleshwar 393002`,
    {
      batch_number: 'PCM/1904/017',
      certificate_number: 'QC/RM/19/0123',
      manufacturing_date: '2019-04-01',
      expiry_date: '2024-03-31',
      issue_date: '2019-04-22',
      manufacturer: 'Shree Organics Pvt. Ltd.',
      manufacturing_site: 'Plot No. 5, GIDC, Ankleshwar 393002',
    },
  ],
  [
    'dates glued to their labels',
    `
CERTIFICATE OF ANALYSIS
Product:L-Carnitine             Batch No.:20190301
Manufacturing Date:2019-03-01   Expiry Date:2021-02-28
Quantity:500kg                  Report Date:2019-03-10`,
    { batch_number: '20190301', manufacturing_date: '2019-03-01', expiry_date: '2021-02-28', issue_date: '2019-03-10' },
  ],
  [
    'values in the row below the labels',
    `
CERTIFICATE OF ANALYSIS
Batch No.        Mfg. Date       Exp. Date       Quantity
A12345           03/2020         02/2025         25 kg`,
    { batch_number: 'A12345', manufacturing_date: '2020-03-01', expiry_date: '2025-02-28' },
  ],
  [
    'an empty label in a row of labels',
    `
CERTIFICATE OF ANALYSIS
Batch No.        Exp. Date       Mfg. Date       Quantity
A12345                           03/2020         25 kg`,
    { batch_number: 'A12345', manufacturing_date: '2020-03-01' },
  ],
  [
    'an empty label in a column of labels',
    `
CERTIFICATE OF ANALYSIS
Lot No.:
Expiry Date:
Retest Date:       03/2026
Manufacturer:
Storage:           Below 25 °C`,
    { retest_date: '2026-03-31' },
  ],
  [
    'values that say that there is none',
    `
CERTIFICATE OF ANALYSIS
Lot No.:           N/A
Expiry Date:       -
Retest Date:       24 months
Manufacturer:      Not applicable
Mfg. Date:         see label`,
    {},
  ],
  [
    'joined labels with joined values',
    `
CERTIFICATE OF ANALYSIS
Lot No. / Exp. Date:      AB1234 / 03-2026
Date of issue:            15 January 2025`,
    { batch_number: 'AB1234', expiry_date: '2026-03-31', issue_date: '2025-01-15' },
  ],
  [
    'several labels in one line',
    `
CERTIFICATE OF ANALYSIS
Lot: AB1234 Mfg Date: 01/25/2024 Exp Date: 01/24/2026 Qty: 5 kg`,
    { batch_number: 'AB1234', manufacturing_date: '2024-01-25', expiry_date: '2026-01-24' },
  ],
  [
    'labels on two lines',
    `
CERTIFICATE OF ANALYSIS
Date of
manufacture:      01-Mar-2024
Batch
Number            XY-778`,
    { batch_number: 'XY-778', manufacturing_date: '2024-03-01' },
  ],
  [
    'an address below the name of the manufacturer',
    `
CERTIFICATE OF ANALYSIS
Manufacturer:     Norvatek Feinchemie GmbH          Batch No.:  778-12
                  Werkstr. 12
                  67063 Ludwigshafen
                  Germany

Storage:          Room temperature`,
    {
      batch_number: '778-12',
      manufacturer: 'Norvatek Feinchemie GmbH',
      manufacturing_site: 'Werkstr. 12, 67063 Ludwigshafen, Germany',
    },
  ],
  [
    'a heading with keys below it',
    `
CERTIFICATE OF ANALYSIS
MANUFACTURER                  DISTRIBUTOR
Business Name: Down Farms     Business Name: Red Roots
Address: 20866 Covert Way     Address: 6840 Benbow Dr
North San Juan CA 95960       Garberville CA 95542

Batch: 7781`,
    {
      batch_number: '7781',
      manufacturer: 'Down Farms',
      manufacturing_site: '20866 Covert Way, North San Juan CA 95960',
    },
  ],
  [
    'dates of other acts',
    `
CERTIFICATE OF ANALYSIS
Date received: 01/25/2024     Date sampled: 01/26/2024
Date tested: 01/27/2024       Analysis date: 01/28/2024
Sampled by: J. Doe   Date: 01/26/2024`,
    {},
  ],
  [
    'the date beside an approval',
    `
CERTIFICATE OF ANALYSIS
Lot: AB1234


Analysed by: J. Doe           Approved by: M. Roe (QA Manager)
Date: 14/02/2024              Date: 15/02/2024`,
    { batch_number: 'AB1234', issue_date: '2024-02-15' },
  ],
  [
    'labels in other languages',
    `
ZERTIFIKAT / CERTIFICAT
Chargen-Nr.:        4711-A          N° de lot :            4711-A
Herstelldatum:      01.03.2024      Date de fabrication :  01.03.2024
Verfalldatum:       28.02.2027      Date de péremption :   28.02.2027
Hersteller:         Muster AG`,
    {
      batch_number: '4711-A',
      manufacturing_date: '2024-03-01',
      expiry_date: '2027-02-28',
      manufacturer: 'Muster AG',
    },
  ],
  [
    'Spanish labels',
    `
CERTIFICADO DE ANÁLISIS
Producto: Ácido cítrico            Lote: 24A0123
Fecha de fabricación: 15/01/2024   Fecha de caducidad: 14/01/2027
Fecha de análisis: 20/01/2024      Fabricante: Química Sur S.A.`,
    {
      batch_number: '24A0123',
      manufacturing_date: '2024-01-15',
      expiry_date: '2027-01-14',
      manufacturer: 'Química Sur S.A.',
    },
  ],
  [
    'no laboratory and no customer as the manufacturer',
    `
Veritor Analytical Laboratories
31 Science Park Road, Cambridge
CERTIFICATE OF ANALYSIS
Customer: Halvorsen Pharma AS      Laboratory: Veritor
Supplier: Tamar Ltd                Batch: 99812`,
    { batch_number: '99812' },
  ],
  [
    'no batch from words without a figure, sizes and sentences',
    `
CERTIFICATE OF ANALYSIS
Batch size: 500 kg
Batch: see packaging
The batch number is printed on the label and the lot was released.
Lot 25 kg`,
    {},
  ],
  [
    'nothing from an invoice',
    `
INVOICE
Goods: Talc lot EXN/549/25
Date: 12/03/2024
Batch No.: 4711`,
    {},
  ],
];

describe('fields of certificates', () => {
  for (const [rule, text, expected] of layouts) {
    it(`reads ${rule}`, () => expect(readFieldValues(text)).to.deep.equal(expected));
  }
});
