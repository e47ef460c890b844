import { expect } from 'chai';
import { readFields } from '../../src/field/read-fields.ts';
import { printPage } from './printed-page.ts';

const read = (text: string) => readFields([printPage(text)]);
const readFieldValues = (text: string) => read(text).fields;

describe('maker and site in other layouts', () => {
  it('takes the address beside the manufacturer as its site', () => {
    const { manufacturer, manufacturing_site } = readFieldValues(`
CERTIFICATE OF ANALYSIS
Manufacturer             Address                      Released
Kestrel Buffers Ltd      14 Quarry Rd, Dandenong      17 May 2024`);
    expect(manufacturer).to.equal('Kestrel Buffers Ltd');
    expect(manufacturing_site).to.equal('14 Quarry Rd, Dandenong');
  });

  it('takes a site with a colon beside the producer', () => {
    const { manufacturing_site } = readFieldValues(`
CERTIFICATE OF ANALYSIS
PRODUCER:   Skagit Flower Collective     SITE:    Mount Vernon WA
RECEIVED:   02/21/2020                   REPORTED:   02/27/2020`);
    expect(manufacturing_site).to.equal('Mount Vernon WA');
  });

  it('leaves out for whom the manufacturer made it', () => {
    const { manufacturer, manufacturing_site } = readFieldValues(`
CERTIFICATE OF ANALYSIS
Manufactured by: Kestrel Buffers Ltd. for Union Trading GmbH
`);
    expect(manufacturer).to.equal('Kestrel Buffers Ltd.');
    expect(manufacturing_site).to.equal(null);
    expect(readFieldValues('\nCERTIFICATE OF ANALYSIS\nProducer: Centre for Bees Ltd').manufacturer).to.equal(
      'Centre for Bees Ltd',
    );
  });

  it('takes no address of a client for the site of the manufacturer', () => {
    const { manufacturing_site } = readFieldValues(`
CERTIFICATE OF ANALYSIS
Manufacturer:   Kestrel Buffers Ltd      Client:     Union Group
Batch No.:      AB1234                   Address:    14 Quarry Rd, Dandenong`);
    expect(manufacturing_site).to.equal(null);
  });

  it('reads the address label of a cultivator or manufacturer', () => {
    const { manufacturer, manufacturing_site } = readFieldValues(`
CERTIFICATE OF ANALYSIS
CULTIVATOR                  LICENSE         CULTIVATOR ADDRESS
High Mesa Cultivation       403R-00998      2200 E 58th Ave, Denver, CO`);
    expect(manufacturer).to.equal('High Mesa Cultivation');
    expect(manufacturing_site).to.equal('2200 E 58th Ave, Denver, CO');
  });

  it('takes the place that a plant names, and no part of a plant', () => {
    expect(readFieldValues('CERTIFICATE OF ANALYSIS\nPlant: Viroqua, WI 54665').manufacturing_site).to.equal(
      'Viroqua, WI 54665',
    );
    expect(readFieldValues('CERTIFICATE OF ANALYSIS\nPlant: Flower').manufacturing_site).to.equal(null);
  });

  it('parts two labels of one sentence at the comma', () => {
    const { manufacturer, manufacturing_site } = readFieldValues(
      'CERTIFICATE OF ANALYSIS\nProducer: Rio Bravo Chile Co., Plant: Hatch, NM 87937',
    );
    expect(manufacturer).to.match(/^Rio Bravo Chile Co/);
    expect(manufacturing_site).to.equal('Hatch, NM 87937');
  });

  it('prefers the works to the country that the goods were made in', () => {
    expect(
      readFieldValues('MILL TEST CERTIFICATE\nMILL: Canton, Ohio\nMELTED & MANUFACTURED IN USA').manufacturing_site,
    ).to.equal('Canton, Ohio');
  });

  it('reads a processor as manufacturer', () => {
    expect(readFieldValues('CERTIFICATE OF ANALYSIS\nProcessor: Catskill Processing Corp.').manufacturer).to.equal(
      'Catskill Processing Corp.',
    );
  });

  it('reads a licensed producer as manufacturer and ends its address at the title', () => {
    const { manufacturer, manufacturing_site } = readFieldValues(`
Licensed Producer: Aurora Farms Inc.
Address: 55 Ave NW, Edmonton AB
Certificate of Analysis`);
    expect(manufacturer).to.equal('Aurora Farms Inc.');
    expect(manufacturing_site).to.equal('55 Ave NW, Edmonton AB');
  });

  it('keeps a name whole that holds a legal form before a hyphen', () => {
    expect(readFieldValues('CERTIFICATE OF ANALYSIS\nManufacturer: Driftless Creamery Co-op').manufacturer).to.equal(
      'Driftless Creamery Co-op',
    );
  });
});

describe('maker of the letterhead', () => {
  const HEAD = 'NORDHAFEN STAHLWERKE GMBH\nHafenring 12, 28237 Bremen\n';

  it('is the manufacturer where only the maker issues the document', () => {
    const { fields, confidence } = read(`${HEAD}\nINSPECTION CERTIFICATE EN 10204 3.1\nHeat No.: 441207`);
    expect(fields.manufacturer).to.equal('NORDHAFEN STAHLWERKE GMBH');
    expect(fields.manufacturing_site).to.equal('Hafenring 12, 28237 Bremen');
    expect(confidence.manufacturer).to.be.lessThan(0.9);
  });

  it('is no manufacturer of a certificate of analysis', () => {
    expect(readFieldValues(`${HEAD}\nCERTIFICATE OF ANALYSIS\nBatch No.: 441207`).manufacturer).to.equal(null);
  });

  it('stands under the title of a manufacturer as well', () => {
    const { manufacturer, issue_date } = readFieldValues(`
MANUFACTURER'S TEST CERTIFICATE
Acme Fasteners Inc.
100 Bolt St, Cleveland, OH 44101
Cert No: C-7781     Date: 04/22/2024`);
    expect(manufacturer).to.equal('Acme Fasteners Inc.');
    expect(issue_date).to.equal('2024-04-22');
  });

  it('loses the specks of a scan', () => {
    const rest = '\n\nINSPECTION CERTIFICATE EN 10204 3.1\nHeat No.: 441207';
    expect(readFieldValues(`"Nordhafen Stahl GmbH${rest}`).manufacturer).to.equal('Nordhafen Stahl GmbH');
  });

  it('gives way to a label', () => {
    const { manufacturer, manufacturing_site } = readFieldValues(
      `${HEAD}\nINSPECTION CERTIFICATE EN 10204 3.1\nManufacturer: Alto Minho S.A.`,
    );
    expect(manufacturer).to.equal('Alto Minho S.A.');
    expect(manufacturing_site).to.equal(null);
  });

  it('is no manufacturer where it names a laboratory or two companies', () => {
    const rest = '\n\nINSPECTION CERTIFICATE EN 10204 3.1\nHeat No.: 441207';
    expect(readFieldValues(`Nordhafen Testing GmbH${rest}`).manufacturer).to.equal(null);
    expect(readFieldValues(`Nordhafen Stahl GmbH          Van Loon B.V.${rest}`).manufacturer).to.equal(null);
  });
});

describe('numbers and dates in other layouts', () => {
  it('reads the number behind a title', () => {
    expect(readFieldValues('Certificate of Analysis CA-7719/1\nBatch: B24-7719').certificate_number).to.equal(
      'CA-7719/1',
    );
  });

  it('reads "No." in the row of a title', () => {
    expect(
      readFieldValues('Inspection certificate EN 10204 3.1       No. 3.1/2024/00417\nBatch: B24-7719')
        .certificate_number,
    ).to.equal('3.1/2024/00417');
  });

  it('reads the number behind the word for a certificate alone', () => {
    expect(readFieldValues('Analysis of a lot\nCertificate:      CoA-L4102-EN').certificate_number).to.equal(
      'CoA-L4102-EN',
    );
  });

  it('takes no standard, date or edition for a number', () => {
    for (const value of ['ISO9001', 'EN10204', '2024-05-01', '2024', 'Final'])
      expect(readFieldValues(`Analysis of a lot\nCertificate: ${value}`).certificate_number, value).to.equal(null);
  });

  it('reads a number of a mill test report', () => {
    expect(readFieldValues('MATERIAL TEST REPORT\nMTR NO: MTR-099812').certificate_number).to.equal('MTR-099812');
  });

  it('reads labels behind the codes of EN 10168', () => {
    const fields = readFieldValues(`
INSPECTION CERTIFICATE
A03 Certificate No.        NH-23-118844     Date of issue    14.06.2023
A08 Works order / Batch    WO-55310         B02 Steel grade  S355J2`);
    expect(fields).to.deep.include({ certificate_number: 'NH-23-118844', batch_number: 'WO-55310' });
  });

  it('reads a date of approval or release without the word date', () => {
    for (const label of ['APPROVED', 'Released', 'Release', 'Authorized'])
      expect(
        readFieldValues(`CERTIFICATE OF ANALYSIS\nLOT        ${label}\nMG-88      Sep 15, 2025`).issue_date,
        label,
      ).to.equal('2025-09-15');
  });
});

describe('batch in other layouts', () => {
  it('is the heat that a label names', () => {
    expect(readFieldValues('MATERIAL TEST REPORT\nGRADE: 316L          HEAT NO: A72290').batch_number).to.equal(
      'A72290',
    );
  });

  it('is no heat of a table', () => {
    expect(
      readFieldValues('MATERIAL TEST REPORT\nHeat No.     C        Si\n441207       0.16     0.21').batch_number,
    ).to.equal(null);
  });

  it('is the charge beside values that stand under other heads', () => {
    expect(
      readFieldValues('INSPECTION CERTIFICATE\nCHARGE NO.        ALLOY\nCH-60317-2        EN 6082').batch_number,
    ).to.equal('CH-60317-2');
  });

  it('is the job of a document that only the maker issues', () => {
    const job = 'Job No: J-5512';
    expect(readFieldValues(`MILL TEST CERTIFICATE\n${job}`).batch_number).to.equal('J-5512');
    expect(readFieldValues(`TEST REPORT\n${job}`).batch_number).to.equal(null);
  });

  it('is the one that a surer label names, beside a column of lots', () => {
    expect(
      readFieldValues(
        'TEST REPORT\nBatch No.: WO-55310\n\nHarvest lot     C\nHL-441207       0.16\nHL-441208       0.17',
      ).batch_number,
    ).to.equal('WO-55310');
  });

  it('is the first of numbers that words part', () => {
    expect(readFieldValues('TEST REPORT\nBatch      WO-55310      Steel sort      S355J2').batch_number).to.equal(
      'WO-55310',
    );
  });

  it('is none where the same label heads several columns', () => {
    const { fields, warnings } = read(
      'CERTIFICATE OF ANALYSIS\nTest        Limit      Lot L-1130A      Lot L-1130B\nMoisture    10.0       7.9        8.1',
    );
    expect(fields.batch_number).to.equal(null);
    expect(warnings).to.deep.equal(['batch_number: several batches']);
  });

  it('is found where the value of the column before runs up to it', () => {
    expect(
      readFieldValues(
        `
CERTIFICATE OF ANALYSIS
Product                       Batch No.         Manufactured
Preroll pack, Garlic Sherbet  NY-PR-0077        May 9, 2025`.replace('Sherbet  NY', 'Sherbets NY'),
      ).batch_number,
    ).to.equal('NY-PR-0077');
  });
});
