import { expect } from 'chai';
import { deniesConformity, readStatusWord } from '../../src/value/status-word.ts';

describe('status words', () => {
  const passes =
    'Pass|PASSED|passes test|Complies|comply|Conforms|conform|Conforming|OK|Meets specification|Within limits|within specification|Compliant|In spec|Accepted|acceptable|Satisfactory|✓|✔|☑|conforme|Cumple|konform|erfüllt|entspricht|bestanden|合格|符合规定|PASS (0.02)|Complies with USP'.split(
      '|',
    );
  const fails =
    "Fail|FAILED|Does not comply|does not meet|doesn't conform|Non-conforming|non compliant|Not compliant|OOS|Out of specification|out of range|Rejected|Not OK|NOK|✗|✘|non conforme|no cumple|nicht bestanden|nicht konform|entspricht nicht|erfüllt nicht|Unsatisfactory|不合格|Fails (1.2 %)".split(
      '|',
    );
  const silent =
    'White powder|99.8 %|Not detected|Not less than 98|ND|Acceptance criteria|Passiflora|Pass/Fail|within 2 %|P|F'.split(
      '|',
    );
  for (const word of passes) it(`"${word}" passes`, () => expect(readStatusWord(word)).to.equal('pass'));
  for (const word of fails) it(`"${word}" fails`, () => expect(readStatusWord(word)).to.equal('fail'));
  for (const word of silent) it(`"${word}" says nothing`, () => expect(readStatusWord(word)).to.equal(undefined));
  for (const word of ['N/A', '-', 'Not tested', 'pending', 'NT']) {
    it(`"${word}" says that nothing was decided`, () => expect(readStatusWord(word)).to.equal(null));
  }

  it('reads single letters in a status column only', () => {
    expect(readStatusWord('P', { column: true })).to.equal('pass');
    expect(readStatusWord('F', { column: true })).to.equal('fail');
    expect(readStatusWord('No', { column: true })).to.equal('fail');
    expect(readStatusWord('F')).to.equal(undefined);
  });

  it('lets the word that stands first decide, unless what follows takes a pass back', () => {
    expect(readStatusWord('Pass, retested')).to.equal('pass');
    expect(readStatusWord('Pass, former lot failed')).to.equal(null);
    expect(readStatusWord('Fail; retest passed')).to.equal('fail');
  });

  it('finds a denial behind other words', () => {
    expect(deniesConformity('0.7 % - does not comply')).to.equal(true);
    expect(deniesConformity('0.7 % - complies')).to.equal(false);
  });
});
