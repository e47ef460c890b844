import { expect } from 'chai';
import { readFields } from '../../src/field/read-fields.ts';
import { printPage } from './printed-page.ts';

const read = (text: string) => readFields([printPage(text)]);
const readFieldValues = (text: string) =>
  Object.fromEntries(Object.entries(read(text).fields).filter(([, value]) => value !== null));

describe('an empty label', () => {
  it('does not take the next label of its column that we do not know', () => {
    const fields = readFieldValues(`
Certificate of Analysis
Batch            A-7731
Manufacturer
Net content      25 kg
Date of issue    12.03.2024`);
    expect(fields).to.deep.equal({ batch_number: 'A-7731', issue_date: '2024-03-12' });
  });

  it('does not take the next label of its row that we do not know', () => {
    const fields = readFieldValues(`
Certificate of Analysis
Product          Citric acid            Lot No.
Manufacturer                            Net content       25 kg
Date of issue    12.03.2024             Storage           dry`);
    expect(fields).to.deep.equal({ issue_date: '2024-03-12' });
  });

  it('is no empty one in a grid of labels over their values', () => {
    const fields = readFieldValues(`
Certificate of Analysis
CHARGE NO.        ALLOY             GRADE
CH-60317-2        EN AW-6082        T6

PRODUCED ON       CERTIFICATE DATE  WIDTH
30/01/2024        06/02/2024        40 mm`);
    expect(fields).to.deep.equal({
      batch_number: 'CH-60317-2',
      manufacturing_date: '2024-01-30',
      issue_date: '2024-02-06',
    });
  });
});

describe('dates in other layouts', () => {
  it('of several batches in one row give no date', () => {
    const { fields, warnings } = read(`
Certificate of Analysis
Batch no.            P23-4471     P23-4472     P23-4480
Loss on drying       3.4          3.6          3.1
Manufactured         2023-10-02   2023-10-03   2023-10-09
Retest               2027-10      2027-10      2027-10`);
    expect(fields.manufacturing_date).to.equal(null);
    expect(warnings).to.include('manufacturing_date: several batches');
    expect(fields.retest_date).to.equal('2027-10-31');
  });

  it('stand behind a place, and end an address', () => {
    const fields = readFieldValues(`
Certificat d'analyse n° 24-118
Fabricant : Oléochimie du Rhône SAS
Site de fabrication : 12 rue du Port, 69007 Lyon
Lyon, le 14/04/2024`);
    expect(fields).to.deep.equal({
      certificate_number: '24-118',
      manufacturer: 'Oléochimie du Rhône SAS',
      manufacturing_site: '12 rue du Port, 69007 Lyon',
      issue_date: '2024-04-14',
    });
  });

  it('stand over their caption beside a signature', () => {
    const fields = readFieldValues(`
CERTIFICATE OF ANALYSIS
Lot Number 7781-A   Manufacture Date 2024-01-15   Expiration Date 2026-01-15
QC Manager: L. Wong                     2024-01-20
                                        Date`);
    expect(fields.issue_date).to.equal('2024-01-20');
  });

  it('are parted by a dash under a joined label', () => {
    const fields = readFieldValues(`
CERTIFICATE OF ANALYSIS
Mfg. / Exp. Date: 03/2024 - 02/2027`);
    expect(fields).to.deep.equal({ manufacturing_date: '2024-03-01', expiry_date: '2027-02-28' });
  });

  it('take the effective date of a certificate of a management system', () => {
    const fields = readFieldValues(`
CERTIFICATE OF REGISTRATION
This certifies that
Orion Vials Ltd
operates a Quality Management System which complies with ISO 9001:2015
Effective date: 2024-02-01     Expiry date: 2027-01-31`);
    expect(fields).to.include({ issue_date: '2024-02-01', expiry_date: '2027-01-31' });
  });
});

describe('labels on two lines', () => {
  it('in two languages take the value beside them', () => {
    const fields = readFieldValues(`
Certificate of Analysis
Zu verwenden bis /       03.2026
Best before end:
Herstellort / Site of    Gewerbering 8, 83278 Traunreut,
manufacture:             Deutschland`);
    expect(fields).to.deep.equal({
      expiry_date: '2026-03-31',
      manufacturing_site: 'Gewerbering 8, 83278 Traunreut, Deutschland',
    });
  });

  it('do not take a rule for a signature', () => {
    const fields = readFieldValues(`
Certificate of Analysis
Lot No.   X-99121
_______________________          18 April 2024
Quality Assurance Manager        Date`);
    expect(fields).to.deep.equal({ batch_number: 'X-99121', issue_date: '2024-04-18' });
  });
});

describe('a batch without a label of its own', () => {
  it('stands in the line of the product', () => {
    expect(
      readFieldValues(`
Certificate of Analysis
Sodium citrate dihydrate, USP - Lot 24A0091
Released: 2024-02-01`),
    ).to.deep.equal({ batch_number: '24A0091', issue_date: '2024-02-01' });
  });

  it('is no lot of a standard or a reagent, and none of two', () => {
    expect(readFieldValues('\nCertificate of Analysis\nTested with reference standard lot R01234')).to.deep.equal({});
    expect(
      readFieldValues('\nCertificate of Analysis\nCitric acid - Lot 24A0091\nCitric acid - Lot 24A0092'),
    ).to.deep.equal({});
  });
});

describe('numbers and sites in other layouts', () => {
  it('reads the number in the line below the title', () => {
    expect(readFieldValues('\n   Analysenzertifikat\n Nr. / No.: AZ-2024-00871').certificate_number).to.equal(
      'AZ-2024-00871',
    );
  });

  it('reads the number behind a title in two languages', () => {
    const fields = readFieldValues('\nINFORME DE ENSAYO / TEST REPORT   MB-25/02217\nLote: 33-18A');
    expect(fields.certificate_number).to.equal('MB-25/02217');
  });

  it('reads the address below the manufacturer in two languages', () => {
    const fields = readFieldValues(`
Bulletin d'analyse
Producteur / Producer :   Arômes du Vercors SARL
Adresse / Address :       ZA des Combes, 26420 La Chapelle, France`);
    expect(fields.manufacturing_site).to.equal('ZA des Combes, 26420 La Chapelle, France');
  });

  it('takes the name of works for a place', () => {
    const fields = readFieldValues(`
Inspection certificate
Hersteller: Altmark AG
Lieferwerk: Werk 2, Walzstraße 5, 39576 Stendal`);
    expect(fields).to.include({
      manufacturer: 'Altmark AG',
      manufacturing_site: 'Werk 2, Walzstraße 5, 39576 Stendal',
    });
  });

  it('reads works without a colon only where a whole address stands beside them', () => {
    const head = 'Quality certificate\nCharge      C 88 4412';
    expect(readFieldValues(`\n${head}\nWorks       Kautschukweg 1, 73527 Gmünd`).manufacturing_site).to.equal(
      'Kautschukweg 1, 73527 Gmünd',
    );
    expect(readFieldValues(`\n${head}\nPlant       flower`)).to.not.have.property('manufacturing_site');
  });
});

describe('documents that are no certificates', () => {
  const labels = 'Batch no.: CA-88120\nApproval date: 20 February 2025\nManufacturer: Norchem Supplies BV';
  it('give no fields where the title says what they are', () => {
    expect(readFieldValues(`\nINVOICE\n${labels}\nCitric acid, certificate of analysis enclosed`)).to.deep.equal({});
    expect(readFieldValues(`\nSTANDARD OPERATING PROCEDURE\n${labels}\nResults are reported.`)).to.deep.equal({});
  });

  it('are none where a method heads a column', () => {
    const text = `\nAnalysis of lot\n${labels}\nParameter      Test method      Result`;
    expect(readFieldValues(text)).to.include({ batch_number: 'CA-88120', issue_date: '2025-02-20' });
  });
});

describe('values under their labels beside other blocks', () => {
  it('are taken before the heading of a block far to the right', () => {
    const fields = readFieldValues(`
CERTIFICATE OF ANALYSIS
Sample               Manufactured by                         Dates
Name: Lunar Rose     Truckee Extraction Works                Issued:   Jul 2, 2024`);
    expect(fields).to.include({ manufacturer: 'Truckee Extraction Works', issue_date: '2024-07-02' });
  });

  it('are taken before the rows of a table beside them', () => {
    const fields = readFieldValues(`
CERTIFICATE OF ANALYSIS
Batch                                CBD           0.02         49.18
CT-24-077                            CBDA          0.02          0.11
Manufacturer address                 CBN           0.02          0.46
210 Depot Ave, Lawrence, KS 66044    CBC           0.02          1.89
Mfg. date                            CBG           0.02          1.24
Aug 19, 2024                         THCA          0.02         51.30`);
    expect(fields).to.include({
      batch_number: 'CT-24-077',
      manufacturing_site: '210 Depot Ave, Lawrence, KS 66044',
      manufacturing_date: '2024-08-19',
    });
  });
});

describe('words that could mislead', () => {
  it('take no date of another act for the date behind a place', () => {
    expect(readFieldValues('\nPrüfbericht\nProbenahme am 12.03.2024\nReçu le 13/03/2024')).to.deep.equal({});
    expect(readFieldValues('\nRapport d’essai\nFait à Lyon le 14/03/2024')).to.deep.equal({ issue_date: '2024-03-14' });
  });

  it('take no "Analysis" of the title for the act of a plain date', () => {
    const fields = readFieldValues('\nCertificate of Analysis\nLot #: 4471\nExp: 01/31/26\nDate: 02/14/24');
    expect(fields.issue_date).to.equal('2024-02-14');
  });

  it('take no label of the works for the works', () => {
    const fields = readFieldValues(`
Zertifikat / Certificate
Hersteller         Alpen AG          Werk            Seeweg 1, 6300 Zug
Manufacturer                         Plant`);
    expect(fields).to.include({ manufacturer: 'Alpen AG', manufacturing_site: 'Seeweg 1, 6300 Zug' });
  });

  it('end an address before who signs', () => {
    const fields = readFieldValues(`
Certificate of Analysis
Manufacturing site:  Hill Road 1, 3600 Thun, Switzerland
                     Dr. K. Lindqvist, Quality Control Manager`);
    expect(fields.manufacturing_site).to.equal('Hill Road 1, 3600 Thun, Switzerland');
  });

  it('read a batch that is named after the goods at less confidence, and no sentence', () => {
    const { fields, confidence } = read('\nCertificate of Analysis\nBatch #: Wedding Cake 0412');
    expect(fields.batch_number).to.equal('Wedding Cake 0412');
    expect(confidence.batch_number).to.be.lessThan(0.9);
    expect(readFieldValues('\nCertificate of Analysis\nBatch #: Released for sale in 2024')).to.deep.equal({});
  });
});

describe('keys below the heading of a party', () => {
  it('name the manufacturer below the number of its licence', () => {
    const fields = readFieldValues(`
Certificate of Analysis
Cultivator information
License: CCL19-0005
Name: Honeydew Farms LLC
Address: 44 Wilder Ridge Rd, Honeydew, CA 95545`);
    expect(fields).to.deep.equal({
      manufacturer: 'Honeydew Farms LLC',
      manufacturing_site: '44 Wilder Ridge Rd, Honeydew, CA 95545',
    });
  });

  it('give no address of a customer that stands between', () => {
    const fields = readFieldValues(`
Certificate of Analysis
Manufacturer:  Honeydew Farms LLC
Customer:      Coast Dist Inc
Address:       2 Dock St, Oakland, CA 94607`);
    expect(fields).to.deep.equal({ manufacturer: 'Honeydew Farms LLC' });
  });
});
