import { expect } from 'chai';
import { isSameField, isSameParameter, isSameValue } from '../../bench/score/match-value.ts';
import type { Accepted } from '../../bench/score/truth.ts';
import type { FieldName } from '../../src/result.ts';

describe('the names of parameters', () => {
  const same: [string, Accepted, string][] = [
    ['in another case and spacing', 'Loss on Drying', 'loss  on drying'],
    ['with words cut elsewhere', 'Microbial count', 'Micro bial count'],
    ['with a footnote mark', 'Assay', 'Assay*'],
    ['with a raised footnote number', 'Lead', 'Lead¹'],
    ['with a colon', 'Appearance:', 'Appearance'],
    ['with another dash', 'Delta-9 THC', 'Delta–9 THC'],
    ['with the micro sign for mu', '5 µm sieve', '5 μm sieve'],
    ['with the increment sign for delta', 'Δ9-THC', '∆9-THC'],
    ['with other quotes', "Wright's stain", 'Wright’s stain'],
    ['with full-width letters', 'pH', 'ｐＨ'],
    ['with one letter of ten misread', 'Chlorpyrifos', 'Chlorpyrlfos'],
    ['as another accepted spelling', ['Ash', 'Residue on ignition'], 'Residue on ignition'],
  ];
  for (const [rule, truth, found] of same)
    it(`are the same ${rule}`, () => expect(isSameParameter(truth, found)).equal(true));

  const different: [string, Accepted, string][] = [
    ['when a short name differs in a letter', 'CBD', 'CBN'],
    ['when a digit differs', 'Methyl-1-butanol ether', 'Methyl-2-butanol ether'],
    ['when a letter that names differs', 'Related substance A', 'Related substance B'],
    ['when more than a tenth of the letters differ', 'Manganese', 'Magnesium'],
    ['when a word is missing', 'Total yeast and mould count', 'Total yeast count'],
  ];
  for (const [rule, truth, found] of different)
    it(`are different ${rule}`, () => expect(isSameParameter(truth, found)).equal(false));
});

describe('results and specifications', () => {
  type Cell = [Accepted, string?];
  const same: [string, Cell, Cell][] = [
    ['with other spacing', ['< 0.5 %'], ['<0.5%']],
    ['with a decimal comma', ['0,50'], ['0.5']],
    ['with grouped digits', ['1,000 cfu/g'], ['1000 CFU/g']],
    ['with digits grouped by points', ['1.234,5'], ['1234.5']],
    ['with a leading zero left out', ['.05'], ['0.05']],
    ['with a power raised or written', ['NMT 10³ cfu/g'], ['NMT 10^3 cfu/g']],
    ['with a power spelt out', ['1.0 × 10^3'], ['1000']],
    ['with a power alone spelt out', ['NMT 10³'], ['NMT 1000']],
    ['with ≤ as two signs', ['≤ 10'], ['<= 10']],
    ['with another dash', ['98.0 – 102.0'], ['98.0-102.0']],
    ['with the unit in the unit of the truth', ['99.5', '%'], ['99.5 %']],
    ['with the unit in the unit of the reading', ['99.5 %'], ['99.5', '%']],
    ['with the unit of the truth in its value too', ['99.5 %', '%'], ['99.5']],
    ['where both hold nothing', [null], ['']],
    ['where a number is given as a number', ['12'], ['12.0']],
    ['as another accepted spelling', [['Conforms', 'Complies']], ['complies']],
  ];
  for (const [rule, truth, found] of same)
    it(`are the same ${rule}`, () => {
      expect(isSameValue({ value: truth[0], unit: truth[1] }, { value: found[0], unit: found[1] })).equal(true);
    });

  const different: [string, Cell, Cell][] = [
    ['when the number differs', ['99.5'], ['99.6']],
    ['when the power differs', ['10³'], ['10⁴']],
    ['when a decimal point is lost', ['0.5'], ['05']],
    ['when a thousand is read as a fraction', ['1,234'], ['1.234']],
    ['when the sign before it is lost', ['< 0.5'], ['0.5']],
    ['when ≤ is read as <', ['≤ 0.5'], ['< 0.5']],
    ['when the minus is lost', ['-12'], ['12']],
    ['when one holds nothing', ['ND'], ['']],
    ['when nothing is read as a value', [null], ['ND']],
    ['when a unit of another kind follows', ['5', 'mg'], ['5 %']],
    ['when one letter of a word differs', ['Absent'], ['Abcent']],
  ];
  for (const [rule, truth, found] of different)
    it(`are different ${rule}`, () => {
      expect(isSameValue({ value: truth[0], unit: truth[1] }, { value: found[0], unit: found[1] })).equal(false);
    });
});

describe('fields', () => {
  const cases: [string, FieldName, Accepted, string | null, boolean][] = [
    ['takes a date by its day', 'issue_date', '2024-03-05', '2024-03-05T00:00:00Z', true],
    ['keeps days apart', 'issue_date', '2024-03-05', '2024-05-03', false],
    ['takes a batch number without its spaces', 'batch_number', 'AB 12-3', 'ab12–3', true],
    ['keeps the leading zeros of a batch number', 'batch_number', '00123', '123', false],
    ['keeps every letter of a batch number', 'batch_number', 'LOT-2024-000117', 'LOT-2024-000111', false],
    [
      'takes a name by nine tenths of its words',
      'manufacturing_site',
      'a b c d e f g h i j',
      'a b c d e f g h i',
      true,
    ],
    ['refuses a name with fewer of its words', 'manufacturing_site', 'a b c d e f g h i', 'a b c d e f g h', false],
    ['refuses a name with twice the words', 'manufacturer', 'Acme Ltd', 'Acme Ltd Acme Ltd', false],
    ['refuses a name with half its words', 'manufacturer', 'Acme Ltd Acme Ltd', 'Acme Ltd', false],
    [
      'refuses a number with nine of its ten parts',
      'certificate_number',
      'a b c d e f g h i j',
      'a b c d e f g h i',
      false,
    ],
    ['takes nothing for nothing', 'holder', null, null, true],
    ['refuses something for nothing', 'holder', null, 'Acme', false],
    ['refuses nothing for something', 'holder', 'Acme', null, false],
  ];
  for (const [rule, field, truth, found, isSame] of cases)
    it(rule, () => expect(isSameField(field, truth, found)).equal(isSame));
});
