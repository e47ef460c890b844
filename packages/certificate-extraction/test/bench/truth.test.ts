import { expect } from 'chai';
import { readTruth } from '../../bench/score/truth.ts';

const TRUTH = { test_results: [{ parameter: 'Lead', result: 1 }], batch_number: 'B1' };

describe('the truth', () => {
  const forms: [string, unknown, string][] = [
    ['by file name', { 'a.pdf': TRUTH }, 'a.pdf'],
    ['by file name without extension', { a: TRUTH }, 'a.pdf'],
    ['by path', { 'somewhere/else/a.pdf': TRUTH }, 'a.pdf'],
    ['of the document that a scan was made of', { 'a.pdf': TRUTH }, 'a.png'],
    ['in a list of documents with file', { documents: [{ file: 'a.pdf', ...TRUTH }] }, 'a.pdf'],
    ['in a list of documents with filename', { documents: [{ filename: 'a.pdf', ...TRUTH }] }, 'a.pdf'],
    ['in an array of documents', [{ file: 'a.pdf', ...TRUTH }], 'a.pdf'],
    [
      'in an array of lists',
      [{ documents: [{ file: 'b', ...TRUTH }] }, { documents: [{ file: 'a', ...TRUTH }] }],
      'a.pdf',
    ],
    ['in an array of objects', [{ 'b.pdf': TRUTH }, { 'a.pdf': TRUTH }], 'a.pdf'],
    ['wrapped in data', { a: { data: TRUTH } }, 'a.pdf'],
    ['wrapped as an extraction result', { a: { data: { extracted_data: TRUTH } } }, 'a.pdf'],
    [
      'with fields beside wrapped rows',
      { a: { batch_number: 'B1', extracted_data: { test_results: TRUTH.test_results } } },
      'a.pdf',
    ],
  ];
  for (const [rule, json, file] of forms)
    it(`is read ${rule}`, () => {
      const truth = readTruth(json)(file);
      expect(truth?.rows).deep.include.members([{ parameter: 'Lead', result: '1' }]);
      expect(truth?.fields.batch_number).equal('B1');
    });

  it('is none for a file that it does not name', () => {
    expect(readTruth({ a: TRUTH })('b.pdf')).equal(undefined);
  });

  it('is none where two documents differ in their extension only and neither is meant', () => {
    expect(readTruth({ 'a.pdf': TRUTH, 'a.xml': TRUTH })('a.png')).equal(undefined);
  });

  it('is that of the name without extension before that of another extension', () => {
    expect(readTruth({ 'a.xml': { batch_number: 'B2' }, a: TRUTH })('a.pdf')?.fields.batch_number).equal('B1');
  });

  it('does not take a number behind a period for an extension', () => {
    const find = readTruth({ 'lot 1.6': { batch_number: 'B2' } });
    expect(find('lot 1.6.pdf')?.fields.batch_number).equal('B2');
    expect(find('lot 1.pdf')).equal(undefined);
  });

  it('leaves rows unscored that it does not hold', () => {
    expect(readTruth({ a: { batch_number: 'B1' } })('a')?.rows).equal(undefined);
  });

  const refused: [string, unknown, RegExp][] = [
    ['no object', 'a.pdf', /JSON object/],
    ['a document without rows and fields', { a: { lot: 'B1' } }, /neither test_results nor a field/],
    ['a row without a parameter', { a: { test_results: [{ result: '1' }] } }, /"a"/],
  ];
  for (const [rule, json, message] of refused)
    it(`refuses ${rule} with a sentence`, () => expect(() => readTruth(json)).throw(message));
});
