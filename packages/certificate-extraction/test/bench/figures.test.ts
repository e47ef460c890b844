import { expect } from 'chai';
import { scoreDocument } from '../../bench/score/document-score.ts';
import { calibrationError, computeQuantile, computeRate, precisionFrom } from '../../bench/score/figure.ts';
import { readFigures } from '../../bench/score/figures.ts';
import { readTruth, type Truth } from '../../bench/score/truth.ts';

const makeTruth = (document: object): Truth => readTruth({ document })('document') as Truth;

const makeExtraction = (rows: [string, string, 'pass' | 'fail' | null, number][], more: object = {}) => ({
  extracted_data: {
    test_results: rows.map(([parameter, result, status, confidence]) => ({
      parameter,
      result,
      status,
      confidence,
      specification: null,
      page: null,
      box: null,
    })),
    ...more,
  },
});

const row = (parameter: string, result: string, status: string | null) => ({
  parameter,
  result,
  status,
  specification: null,
});

describe('the figures', () => {
  it('count a wrong row against precision and recall, an invented one against precision, a missing one against recall', () => {
    const truth = makeTruth({ test_results: [row('Lead', '1', null), row('Zinc', '2', null), row('Iron', '3', null)] });
    const read = makeExtraction([
      ['Lead', '1', null, 1],
      ['Zinc', '9', null, 1],
      ['Water', '5', null, 1],
      ['Ash', '4', null, 1],
    ]);
    const { precision, recall, f1 } = readFigures([scoreDocument(truth, read)]).rows;
    expect([precision, recall, f1]).eql([1 / 4, 1 / 3, 2 / 7]);
  });

  it('count a fail that was read as pass, also in a row with a wrong result', () => {
    const truth = makeTruth({
      test_results: [row('Lead', '1', 'fail'), row('Zinc', '2', 'fail'), row('Iron', '3', 'pass')],
    });
    const read = makeExtraction([
      ['Lead', '1', 'pass', 1],
      ['Zinc', '9', 'pass', 1],
      ['Iron', '3', 'fail', 1],
    ]);
    const { failAsPass, passAsFail } = readFigures([scoreDocument(truth, read)]);
    expect([failAsPass, passAsFail]).eql([
      { wrong: 2, of: 2 },
      { wrong: 1, of: 1 },
    ]);
  });

  it('do not count a fail that was read as nothing', () => {
    const truth = makeTruth({ test_results: [row('Lead', '1', 'fail')] });
    const { failAsPass } = readFigures([scoreDocument(truth, makeExtraction([['Lead', '1', null, 1]]))]);
    expect(failAsPass).eql({ wrong: 0, of: 1 });
  });

  it('count an optional fail that was read as pass', () => {
    const truth = makeTruth({ test_results: [{ ...row('Lead', '1', 'fail'), optional: true }] });
    const { failAsPass, rows } = readFigures([scoreDocument(truth, makeExtraction([['Lead', '1', 'pass', 1]]))]);
    expect([failAsPass, rows.found]).eql([{ wrong: 1, of: 1 }, 0]);
  });

  it('count a pass that nothing supports, where the truth speaks of the status', () => {
    const silent = { parameter: 'Iron', result: '3' };
    const truth = makeTruth({ test_results: [row('Lead', '1', null), row('Zinc', '2', null), silent] });
    const read = makeExtraction([
      ['Lead', '1', 'pass', 1],
      ['Zinc', '2', null, 1],
      ['Iron', '3', 'pass', 1],
    ]);
    expect(readFigures([scoreDocument(truth, read)]).nothingAsPass).eql({ wrong: 1, of: 2 });
  });

  it('count a wrong field twice, a field read from nothing and a missing one once', () => {
    const truth = makeTruth({ batch_number: 'B1', issue_date: null, expiry_date: '2025-01-31', manufacturer: 'Acme' });
    const read = makeExtraction([], {
      batch_number: 'B2',
      issue_date: '2024-01-01',
      expiry_date: null,
      manufacturer: 'ACME',
    });
    const { batchAndDates, fields } = readFigures([scoreDocument(truth, read)]);
    expect(batchAndDates).include({ right: 0, found: 2, expected: 2 });
    expect(fields).include({ right: 1, found: 3, expected: 3 });
  });

  it('leave a field out that the truth does not speak of', () => {
    const score = scoreDocument(
      makeTruth({ batch_number: 'B1' }),
      makeExtraction([], { batch_number: 'B1', holder: 'Acme' }),
    );
    expect(readFigures([score]).fields).include({ right: 1, found: 1, expected: 1 });
  });

  it('count the whole truth of a document in error as missing', () => {
    const truth = makeTruth({ test_results: [row('Lead', '1', null)], batch_number: 'B1' });
    const { rows, fields } = readFigures([scoreDocument(truth, null)]);
    expect([rows.recall, fields.recall, rows.found]).eql([0, 0, 0]);
  });

  it('take the confidence of invented and wrong rows as mistaken', () => {
    const truth = makeTruth({ test_results: [row('Lead', '1', null), row('Zinc', '2', null)] });
    const read = makeExtraction([
      ['Lead', '1', null, 0.95],
      ['Zinc', '9', null, 0.95],
      ['Water', '5', null, 0.95],
    ]);
    const { rows } = readFigures([scoreDocument(truth, read)]).calibration;
    expect(rows.sure).eql({ precision: 1 / 3, count: 3 });
  });

  it('take the confidence of optional rows too', () => {
    const truth = makeTruth({ test_results: [{ ...row('Lead', '1', null), optional: true }] });
    const { rows } = readFigures([scoreDocument(truth, makeExtraction([['Lead', '1', null, 0.95]]))]).calibration;
    expect(rows.sure).eql({ precision: 1, count: 1 });
  });

  it('take the confidence of fields that were read', () => {
    const truth = makeTruth({ batch_number: 'B1', issue_date: '2024-01-01', expiry_date: null });
    const confidence = { batch_number: 1, issue_date: 0.5, expiry_date: 0.5 };
    const read = makeExtraction([], { batch_number: 'B1', issue_date: '2024-01-02', field_confidence: confidence });
    const { fields } = readFigures([scoreDocument(truth, read)]).calibration;
    expect([fields.claims, fields.error]).eql([2, 0.25]);
  });
});

describe('rates and calibration', () => {
  it('have no value where there is nothing to count', () => {
    expect(computeRate({ right: 0, found: 0, expected: 0 })).include({ precision: null, recall: null, f1: null });
    expect([calibrationError([]), precisionFrom([], 0.9).precision, computeQuantile([], 0.5)]).eql([null, null, null]);
  });

  it('see no error where nine of ten with 0.9 are right', () => {
    const claims = Array.from({ length: 10 }, (_, index) => ({ confidence: 0.9, right: index > 0 }));
    expect(calibrationError(claims)).closeTo(0, 1e-9);
  });

  it('do not let an error of one bin mend that of another', () => {
    const claims = [
      { confidence: 0.25, right: true },
      { confidence: 0.75, right: false },
    ];
    expect(calibrationError(claims)).closeTo(0.75, 1e-9);
  });

  it('count full confidence in the last bin', () => {
    const claims = [
      { confidence: 1, right: false },
      { confidence: 0.9, right: true },
    ];
    expect(calibrationError(claims)).closeTo(0.45, 1e-9);
  });

  it('take the middle value of three and the lower one of two', () => {
    expect([computeQuantile([3, 1, 2], 0.5), computeQuantile([2, 1], 0.5), computeQuantile([2, 1], 1)]).eql([2, 1, 2]);
  });
});
