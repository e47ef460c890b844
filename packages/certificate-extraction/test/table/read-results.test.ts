import { expect } from 'chai';
import { readPageResults } from '../../src/table/read-results.ts';
import { layOut, readResultsIn, readRows } from './lay-out.ts';

describe('reading results from tables', () => {
  it('reads name, limits, result and status below their heads', () => {
    const page = layOut(`
Test                 Specification        Result        Status
Assay                98.0 - 102.0 %       99.6 %        Pass
Water                NMT 0.5 %            0.7 %         Fail`);
    expect(readRows(page)).to.deep.equal([
      ['Assay', '98.0 - 102.0 %', '99.6 %', 'pass'],
      ['Water', 'NMT 0.5 %', '0.7 %', 'fail'],
    ]);
  });

  it('evaluates the limits where no status is printed', () => {
    const page = layOut(`
Parameter            Limit          Result
Lead                 0.5 ppm        0.62 ppm
Arsenic              0.2 ppm        ND`);
    expect(readRows(page).map((row) => row[3])).to.deep.equal(['fail', 'pass']);
  });

  it('lets the printed status stand against the numbers', () => {
    const page = layOut(`
Test                 Specification        Result        Status
Assay                98.0 - 102.0 %       97.1 %        Pass`);
    expect(readRows(page)[0]?.[3]).to.equal('pass');
  });

  it('finds the columns in any order', () => {
    const page = layOut(`
Analyte        LOD       Units     Result     Pass/Fail    Action Level
Cadmium        0.01      ppm       ND         PASS         0.2`);
    expect(readRows(page)).to.deep.equal([['Cadmium', '0.2', 'ND', 'pass']]);
    expect(readPageResults([page])[0]?.unit).to.equal('ppm');
  });

  it('reads a head of three lines whose cells are centred', () => {
    expect(
      readResultsIn(`
                          Measurement
                LOD       uncertainty     Result
Analyte        (mg/g)       (mg/g)        (mg/g)
THCa            0.04        0.9           191.6
CBD             0.10        N/A           ND`),
    ).to.deep.equal([
      ['THCa', '191.6'],
      ['CBD', 'ND'],
    ]);
  });

  it('gives a row for each batch column', () => {
    const page = layOut(`
Test                 Specification            Result / Lot No.
                                              AB/123/25     AB/124/25
Water                max. 0.5 %               0.1 %         0.7 %`);
    expect(readPageResults([page]).map(({ sample, result, status }) => [sample, result, status])).to.deep.equal([
      ['AB/123/25', '0.1 %', 'pass'],
      ['AB/124/25', '0.7 %', 'fail'],
    ]);
  });

  it('takes the result in the unit of the limits from several result columns', () => {
    expect(
      readResultsIn(`
Analyte          Limit             Result (%)       Result (ppm)
Pyridine         200 ppm           0.0286           286`),
    ).to.deep.equal([['Pyridine', '286']]);
  });

  it('takes the next result column where the first is empty', () => {
    expect(
      readResultsIn(`
Analyte          Result (mg/g)     (%)
THCA             227.25            22.725
CBD                                <LOQ`),
    ).to.deep.equal([
      ['THCA', '227.25'],
      ['CBD', '<LOQ'],
    ]);
  });

  it('reads tables that stand side by side, also where their lines are shifted', () => {
    expect(
      readResultsIn(`
Analyte        Limit     Result          Analyte        Limit     Result
Lead           0.5       ND              Captan         0.7       ND
Mercury        0.1       0.02            Naled          0.1       0.3`),
    ).to.have.deep.members([
      ['Lead', 'ND'],
      ['Mercury', '0.02'],
      ['Captan', 'ND'],
      ['Naled', '0.3'],
    ]);
  });

  it('reads a line without a result as a row that has none, and "not tested" as printed', () => {
    expect(
      readResultsIn(`
Analyte          Limit (ppm)       Result (ppm)      Finding
Ethanol          NT                NT                NT
Propane          100
Butane           100               -                 -
Acetone          100               12                Pass`),
    ).to.deep.equal([
      ['Ethanol', 'NT'],
      ['Propane', null],
      ['Butane', null],
      ['Acetone', '12'],
    ]);
  });
});

describe('rows of several lines', () => {
  it('joins what wraps below its first line', () => {
    const page = layOut(`
Test                     Specification                     Result
Appearance               White or almost white,            White powder
                         crystalline powder
Residue on               Not more than 0.1 %               0.04 %
ignition
Heavy metals             Not more than 10 ppm              < 5 ppm`);
    expect(readRows(page)).to.deep.equal([
      ['Appearance', 'White or almost white, crystalline powder', 'White powder', null],
      ['Residue on ignition', 'Not more than 0.1 %', '0.04 %', 'pass'],
      ['Heavy metals', 'Not more than 10 ppm', '< 5 ppm', 'pass'],
    ]);
  });

  it('joins limits that wrap above and below a centred name', () => {
    const page = layOut(`
Test                     Specification                     Result
                         White to off-white, free
Appearance               flowing powder, without           Complies
                         lumps
                         The retention time of the
Identification           main peak corresponds to          Complies
                         that of the standard
pH                       4.5 - 6.5                         5.2`);
    expect(readRows(page).map((row) => row[1])).to.deep.equal([
      'White to off-white, free flowing powder, without lumps',
      'The retention time of the main peak corresponds to that of the standard',
      '4.5 - 6.5',
    ]);
  });

  it('keeps lines between the same rulings together', () => {
    const text = `
Test                     Specification                     Result
Total viable             Maximum                           30 CFU/g
Bacteria                 1000 CFU/g
Yeast                    Maximum                           10 CFU/g
Mould                    100 CFU/g`;
    expect(readResultsIn(text, { rows: [0, 2, 4] })).to.deep.equal([
      ['Total viable Bacteria', '30 CFU/g'],
      ['Yeast Mould', '10 CFU/g'],
    ]);
  });

  it('keeps lines on both sides of a ruling apart', () => {
    const text = `
Test                     Specification                     Result
Total count              Maximum 100                       30
of yeasts                Maximum 10
Lead                     Maximum 1                         0.1`;
    expect(readResultsIn(text)[0]?.[0]).to.equal('Total count of yeasts');
    expect(readResultsIn(text, { rows: [0, 1, 2, 3] })[0]?.[0]).to.equal('Total count');
  });

  it('takes the title of a section for no part of a name', () => {
    const page = layOut(`
Analysis                 Specification            Result
Physical control
Loss on drying           <= 5.0 %                 3.25 %
Microbiological control
Total plate count        <= 1000 cfu/g            110 cfu/g`);
    expect(readPageResults([page]).map(({ section, parameter }) => [section, parameter])).to.deep.equal([
      ['Physical control', 'Loss on drying'],
      ['Microbiological control', 'Total plate count'],
    ]);
  });

  it('takes the verdict on a section for no row', () => {
    expect(
      readResultsIn(`
Analyte          Limit      Result     Status
Lead             0.5        ND         Pass
Pesticides                             Pass
Captan           0.7        ND         Pass`),
    ).to.deep.equal([
      ['Lead', 'ND'],
      ['Captan', 'ND'],
    ]);
  });

  it('takes a verdict in the column of results for no row where it stands alone', () => {
    expect(
      readResultsIn(`
Analyte          LOD       Limit      Result
Lead             0.01      0.5        ND
Pesticides                            Pass
Captan           0.02      0.7        ND`).map(([name]) => name),
    ).to.deep.equal(['Lead', 'Captan']);
  });

  it('lets a long name reach over columns without values', () => {
    expect(
      readResultsIn(`
Compound        LOD         Uncertainty    Result
THCa            0.04        0.9            191.6
CBD             0.10        0.1            0.4
Sum of all cannabinoids                    192.0`),
    ).to.deep.include(['Sum of all cannabinoids', '192.0']);
  });
});

describe('what stands around rows', () => {
  it('is their title where one stands above the head', () => {
    const page = layOut(`
Certificate of Analysis

HEAVY METALS - 11/17/2021
Analyte          Limit      Result
Lead             0.5        ND`);
    expect(readPageResults([page])[0]?.section).to.equal('HEAVY METALS');
  });

  it('is no title where it names the document', () => {
    const page = layOut('CERTIFICATE OF ANALYSIS\nAnalyte          Limit      Result\nLead             0.5        ND');
    expect(readPageResults([page])[0]).to.not.have.property('section');
  });

  it('does not end a table where rows clearly go on behind it', () => {
    expect(
      readResultsIn(`
Analyte          Limit      Result
Lead             0.5        ND
Unit mass: 15 grams
Cadmium          0.2        0.04`),
    ).to.deep.equal([
      ['Lead', 'ND'],
      ['Cadmium', '0.04'],
    ]);
  });

  it('lets a name behind such a line run on to the first column of values', () => {
    expect(
      readResultsIn(`
Compound     LOD       Result
THCa         0.04      191.6
Unit mass: 15 grams
Total THC of one unit  2889.1`),
    ).to.deep.include(['Total THC of one unit', '2889.1']);
  });

  it('is no row where words without limits stand among rows that have them', () => {
    expect(
      readResultsIn(`
Test             Specification       Result
Assay            98 - 102 %          99 %
Water            max. 1 %            0.2 %
Lead             max. 1 ppm          ND
Carrier                              road from Plymouth
Arsenic          max. 1 ppm          ND`),
    ).to.have.length(4);
  });

  it('may be running text in the column of limits', () => {
    const page = layOut(`
Test              Specification                                                                Result
Identification    The retention time of the major peak of the sample corresponds to that       Complies
                  of the standard solution as obtained in the assay of the same batch
Assay             98.0 - 102.0 %                                                               99.5 %`);
    expect(readRows(page).map(([name]) => name)).to.deep.equal(['Identification', 'Assay']);
    expect(readRows(page)[0]?.[1]).to.match(/^The retention .* same batch$/);
  });

  it('is not read from a page of more words than a certificate holds', () => {
    const page = layOut(`
Parameter        Limit      Result
Lead             0.5        ND`);
    const words = Array.from({ length: 2000 }, () => page.words).flat();
    expect(readRows({ ...page, words })).to.deep.equal([]);
  });
});

describe('tables without the usual head', () => {
  it('reads three lines and more of one shape without a head', () => {
    const page = layOut(`
Certificate of Analysis
Appearance               Clear liquid                      Clear, colourless
Residue                  Not more than 1.0 ppm             < 0.2 ppm
Organic carbon           Not more than 500 ppb             519 ppb
Lead                     Not more than 0.1 ppm             ND`);
    expect(readRows(page)).to.deep.equal([
      ['Appearance', 'Clear liquid', 'Clear, colourless', null],
      ['Residue', 'Not more than 1.0 ppm', '< 0.2 ppm', 'pass'],
      ['Organic carbon', 'Not more than 500 ppb', '519 ppb', 'fail'],
      ['Lead', 'Not more than 0.1 ppm', 'ND', 'pass'],
    ]);
  });

  it('reads nothing without a head where limits and results cannot be told apart', () => {
    expect(
      readResultsIn(`
Aldicarb        0.03        0.08        ND        PASS
Captan          0.19        0.57        ND        PASS
Naled           0.02        0.07        ND        PASS`),
    ).to.deep.equal([]);
  });

  it('reads nothing without a head where several columns could be results', () => {
    expect(
      readResultsIn(`
Certificate
Acetone         Not more than 5000 ppm        12        14        13
Benzene         Not more than 2 ppm           0.1       0.2       0.1
Toluene         Not more than 890 ppm         5         6         7`),
    ).to.deep.equal([]);
  });

  it('takes labels beside words for no tests in columns', () => {
    expect(
      readResultsIn(`
Test         of our       products
Result       see the      enclosed
Status       as agreed    before`),
    ).to.deep.equal([]);
  });

  it('reads tests that stand in columns', () => {
    const page = layOut(`
Test               Melting point          Water              Lead
Specification      234 - 239 C            NMT 0.5 %          NMT 1 ppm
Result             237 C                  0.24 %             2 ppm
Status             PASS                   PASS               FAIL`);
    expect(readRows(page)).to.deep.equal([
      ['Melting point', '234 - 239 C', '237 C', 'pass'],
      ['Water', 'NMT 0.5 %', '0.24 %', 'pass'],
      ['Lead', 'NMT 1 ppm', '2 ppm', 'fail'],
    ]);
  });

  it('reads heats of steel row by row against the limits above them', () => {
    const page = layOut(`
Heat No.     C         Mn        P
             %         %         %
Max          0.20      1.60      0.025
8D1234       0.16      1.42      0.031`);
    const found = readPageResults([page]).map(({ sample, parameter, specification, result, unit, status }) => [
      sample,
      parameter,
      specification,
      result,
      unit,
      status,
    ]);
    expect(found).to.deep.equal([
      ['8D1234', 'C', '≤ 0.20', '0.16', '%', 'pass'],
      ['8D1234', 'Mn', '≤ 1.60', '1.42', '%', 'pass'],
      ['8D1234', 'P', '≤ 0.025', '0.031', '%', 'fail'],
    ]);
  });

  it('reads a label with its result, and limits in brackets behind it', () => {
    const page = layOut(`
Assay: 99.8 % (98.0 - 102.0 %)
Moisture: 14.6 %`);
    expect(readRows(page)).to.deep.equal([
      ['Assay', '98.0 - 102.0 %', '99.8 %', 'pass'],
      ['Moisture', null, '14.6 %', null],
    ]);
  });

  it('names rows by the fuller of two columns of names', () => {
    expect(
      readResultsIn(`
Test                Component        Result     Min      Max
Heavy metals        Lead             0.1                 1.0
                    Cadmium          0.05                0.5`),
    ).to.deep.equal([
      ['Lead', '0.1'],
      ['Cadmium', '0.05'],
    ]);
  });

  it('reads the name of a known test with a measured value alone on a line', () => {
    expect(readResultsIn('Protein            80.2 %\nNet weight         25 kg\nPotassium          4')).to.deep.equal([
      ['Protein', '80.2 %'],
    ]);
  });

  it('reads a value below its name', () => {
    expect(readResultsIn('Total THC              Total CBD\n19.446%                0.05%')).to.deep.equal([
      ['Total THC', '19.446%'],
      ['Total CBD', '0.05%'],
    ]);
  });

  const HEAD = 'Test                 Specification        Result';
  const LAST = 'Assay                98.0 - 102.0 %       99.6 %';
  const onNextPage = layOut(
    `
Acme Laboratories, 5 Quay Road

Water                NMT 0.5 %            0.1 %
Lead                 NMT 1 ppm            ND
Page 2 of 2`,
    { number: 2 },
  );

  it('goes on with a table on the next page without a head', () => {
    const first = layOut(`${'\n'.repeat(40)}${HEAD}\n${LAST}`);
    expect(readRows(first, onNextPage).map(([name]) => name)).to.deep.equal(['Assay', 'Water', 'Lead']);
  });

  it('does not take a line of a form for the rest of a table', () => {
    const first = layOut(`${'\n'.repeat(40)}Compound             Result\nLimonene             4.896`);
    const form = layOut('Miami, FL            1120\nPhone', { number: 2 });
    expect(readRows(first, form).map(([name]) => name)).to.deep.equal(['Limonene']);
  });

  it('does not go on with a table that ends in the upper half of its page', () => {
    const first = layOut(`${HEAD}\n${LAST}`);
    const sources = readPageResults([first, onNextPage]).map(({ signs }) => signs.source);
    expect(sources).to.not.include('continuation');
  });
});

describe('what is no table of results', () => {
  const nothing: Record<string, string> = {
    'a price list': `
Item      Description          Quantity    Unit price    Total
1         Citric acid          1000        1.20          1200.00
2         Sodium chloride      500         0.80          400.00`,
    'a specification without results': `
Parameter            Unit        Limit          Method
Assay                %           99.0 - 101.0   HPLC
Water                %           max 0.5        KF`,
    'a quality control of the laboratory': `
Analyte          Measured Conc. (ppb)     Expected Conc. (ppb)     % Recovery
Lead             4.1                      4.0                      102%`,
    'a list of instruments': `
Item      Description             Model        Range            Status
EQ-001    Analytical balance      XPE205       0 - 220 g        OK`,
    'an address and its labels': `
Customer:       Acme Ltd              Order:      4711
Address:        5 Quay Road           Date:       2024-01-02`,
    'signatures below a table': `
Name           Position             Signature          Date
J. Smith       Analyst                                 2021-01-05`,
  };
  for (const [name, text] of Object.entries(nothing)) {
    it(`reads no row from ${name}`, () => expect(readResultsIn(text)).to.deep.equal([]));
  }

  it('reads no row from notes and signatures below a table', () => {
    expect(
      readResultsIn(`
Test                 Specification        Result
Assay                98.0 - 102.0 %       99.6 %
Note: results relate to the sample only.
Conclusion           The batch conforms   released
Approved by          J. Smith             QA
LOD = limit of detection, ND = not detected`),
    ).to.deep.equal([['Assay', '99.6 %']]);
  });
});
