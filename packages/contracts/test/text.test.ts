import { expect } from 'chai';
import { indexedWords, isVisible, normalizeText, queryWords, searchKey, uniqueKey, visibleText } from '../src/text.ts';

describe('text of people', () => {
  const EQUAL: [string, string, string][] = [
    ['composed and decomposed', '\u00c91', 'E\u03011'],
    ['any case', 'TB-1', 'tb-1'],
    ['with something invisible', 'TB-1', 'T\u200bB-1\u2060\ufeff'],
    ['with blanks around it', 'TB-1', '\u00a0TB-1\u200b '],
    ['in full width', 'TB-1', '\uff34\uff22\uff0d\uff11'],
    ['with a sharp s', 'STRASSE', 'straße'],
    ['with a capital sharp s', 'straße', 'STRAẞE'],
    ['with a final sigma', 'ΟΔΟΣ', 'οδος'],
  ];
  for (const [name, one, other] of EQUAL)
    it(`has one key of uniqueness: ${name}`, () => expect(uniqueKey(one)).to.equal(uniqueKey(other)));

  it('has another key where a reader sees a difference', () => {
    const texts = ['TB-1', 'TB 1', 'TB-10', 'TÉ-1', 'TE-1', 'T\tB-1'];
    expect(new Set(texts.map(uniqueKey)).size).to.equal(texts.length);
    expect([uniqueKey('\u200b\u2060 '), normalizeText(' E\u0301 ')]).to.deep.equal(['', '\u00c9']);
  });

  const FOLDED: [string, string][] = [
    ['Straße', 'strasse'],
    ['İstanbul', 'istanbul'],
    ['ısı', 'isi'],
    ['Łódź', 'lodz'],
    ['Ångström', 'angstrom'],
    ['Smørrebrød', 'smorrebrod'],
    ['Œuvre', 'oeuvre'],
    ['Đà Nẵng', 'da nang'],
    ['Ёлка', 'елка'],
    ['שָׁלוֹם', 'שלום'],
    ['ﬁlter ②', 'filter 2'],
  ];
  for (const [text, key] of FOLDED)
    it(`is searched as it is typed without its signs: ${text}`, () => expect(searchKey(text)).to.equal(key));

  it('keeps vowel signs and sound marks, which are letters', () => {
    expect(searchKey('देव')).to.not.equal(searchKey('दव'));
    expect(searchKey('ガス')).to.not.equal(searchKey('カス'));
  });

  it('is found by the beginning of any word, and of any character where no blanks stand between words', () => {
    const words = indexedWords(['Köln-Mülheim GmbH\nWerk 2', 'DEV-2026-0001', null, '浙江华海']);
    expect(words).to.include.members(['koln', 'mulheim', 'gmbh', 'werk', '2', 'dev', '2026', '0001', '华海', '海']);
    const isFound = (query: string) =>
      queryWords(query).every((word) => words.some((indexed) => indexed.startsWith(word)));
    expect(['Koln Mul', 'dev 2026', '华海', 'gmbh köln'].every(isFound)).to.equal(true);
    expect(['oln', 'koln x', '浙海'].some(isFound)).to.equal(false);
    expect(isFound('a'.repeat(200))).to.equal(false);
    expect(
      indexedWords(['a'.repeat(200)]).some((word) => word.startsWith(queryWords('a'.repeat(100))[0] ?? '?')),
    ).to.equal(true);
  });

  it('that is entered has a visible character', () => {
    const invisible = ['', ' ', '\u200b', '\u200b\u2060', '\u2800', '\u00ad', '\u3164', '\u0000', '\u202e'];
    expect(invisible.filter(isVisible)).to.deep.equal([]);
    expect(['a', '.', '\u0301x', '👩‍👩‍👧', '华'].every(isVisible)).to.equal(true);
    const Name = visibleText(3);
    expect(invisible.filter((text) => Name.safeParse(text).success)).to.deep.equal([]);
    expect(Name.parse(' E\u0301 ')).to.equal('\u00c9');
    expect(Name.safeParse('abcd').success).to.equal(false);
  });
});
