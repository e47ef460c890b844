import { expect } from 'chai';
import { fileNameIn } from '../src/http/file-name.ts';

const NAME = 'Prüfbericht „Köln“.pdf';
const inBase64 = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
/** As a header is read: each byte a character. */
const bytes = (text: string) => Buffer.from(text).toString('latin1');

describe('the name of an uploaded file', () => {
  const NAMES: [string, string, string][] = [
    ['in ASCII', 'filename="coa.pdf"', 'coa.pdf'],
    ['without quotes', 'filename=coa.pdf', 'coa.pdf'],
    ['in UTF-8', bytes(`filename="${NAME}"`), NAME],
    ['in Windows-1252', 'filename="Pr\xfcfbericht \x84K\xf6ln\x93.pdf"', NAME],
    ['in base64 (RFC 2047)', `filename="${inBase64(NAME)}"`, NAME],
    ['in several encoded words', `filename="${inBase64('Prüf')} ${inBase64('bericht')}.pdf"`, 'Prüfbericht.pdf'],
    ['in quoted-printable (RFC 2047)', 'filename="=?ISO-8859-1?Q?Pr=FCf_1.pdf?="', 'Prüf 1.pdf'],
    ['in the extended form (RFC 8187)', "filename*=UTF-8''Pr%C3%BCf%20%E2%82%AC.pdf", 'Prüf €.pdf'],
    ['in the extended form of another charset', "filename*=iso-8859-1'de'Pr%FCf.pdf", 'Prüf.pdf'],
    ['in both forms', 'filename="x.pdf"; filename*=UTF-8\'\'Pr%C3%BCf.pdf', 'Prüf.pdf'],
    ['in both forms, the better one first', 'filename*=UTF-8\'\'Pr%C3%BCf.pdf; filename="x.pdf"', 'Prüf.pdf'],
    ['in an extended form that cannot be read', 'filename="x.pdf"; filename*=klingon\'\'%FF', 'x.pdf'],
    ['in an encoded word that cannot be read', 'filename="=?klingon?B?AAAA?="', '=?klingon?B?AAAA?='],
    ['with quotes', String.raw`filename="a \"b\".pdf"`, 'a "b".pdf'],
    ['with a semicolon', 'filename="a;b.pdf"', 'a;b.pdf'],
    ['with a path, which the store refuses', String.raw`filename="C:\coa.pdf"`, String.raw`C:\coa.pdf`],
    ['that is none', 'name2="x"', ''],
  ];
  for (const [what, parameters, name] of NAMES)
    it(`is read ${what}`, () => expect(fileNameIn(`form-data; name="file"; ${parameters}`)).to.equal(name));
});
