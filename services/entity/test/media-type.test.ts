import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { makeContentWatch } from '../src/document/content-watch.ts';
import { detectMediaType } from '../src/document/media-type.ts';

const OOXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';

/** An entry of an archive: its local header, its name and its bytes, which are not compressed. */
const entry = (name: string, content = 'x'): Buffer => {
  const header = Buffer.alloc(30);
  Buffer.from([0x50, 0x4b, 0x03, 0x04]).copy(header);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt32LE(content.length, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name), Buffer.from(content)]);
};

const archive = (...names: string[]): Buffer => Buffer.concat(names.map((name) => entry(name)));

const openDocument = (type: string): Buffer => {
  const first = entry('mimetype', type);
  // Version 2.0 and no compression; the time of the entry is of no interest.
  first.writeUInt16LE(20, 4);
  return Buffer.concat([first, entry('content.xml')]);
};

const compound = (stream: string): Buffer =>
  Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(70_000),
    Buffer.from(stream, 'utf16le'),
  ]);

const MAIL =
  'Received: from mx\r\n\tby mail\r\nFrom: a@b.example\r\nSubject: Lot\r\nDate: Mon, 2 Mar 2026\r\n\r\nDear all\r\n';
const FAR = archive('a.bin', 'b.bin').toString('latin1').padEnd(90_000, ' ');

const CASES: [what: string, content: Buffer, type: string | null][] = [
  ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ', 'latin1'), 'application/pdf'],
  ['a PDF behind other bytes', Buffer.from(`${' '.repeat(900)}%PDF-1.4`), 'application/pdf'],
  ['a PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]), 'image/png'],
  ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0]), 'image/jpeg'],
  ['a TIFF of either byte order', Buffer.from([0x4d, 0x4d, 0, 42, 0]), 'image/tiff'],
  ['Word', archive('[Content_Types].xml', 'word/document.xml'), `${OOXML}.wordprocessingml.document`],
  ['Excel', archive('[Content_Types].xml', 'xl/workbook.xml'), `${OOXML}.spreadsheetml.sheet`],
  ['PowerPoint', archive('[Content_Types].xml', 'ppt/presentation.xml'), `${OOXML}.presentationml.presentation`],
  [
    'Word whose text stands far behind the beginning',
    Buffer.concat([Buffer.from(FAR, 'latin1'), entry('word/document.xml')]),
    `${OOXML}.wordprocessingml.document`,
  ],
  ['Word of before 2007', compound('WordDocument'), 'application/msword'],
  ['Excel of before 2007', compound('Workbook'), 'application/vnd.ms-excel'],
  ['PowerPoint of before 2007', compound('PowerPoint Document'), 'application/vnd.ms-powerpoint'],
  ['an e-mail of Outlook', compound('__properties_version1.0'), 'application/vnd.ms-outlook'],
  ['an OpenDocument text', openDocument(`${ODF}.text`), `${ODF}.text`],
  ['an OpenDocument spreadsheet', openDocument(`${ODF}.spreadsheet`), `${ODF}.spreadsheet`],
  ['an e-mail', Buffer.from(MAIL), 'message/rfc822'],
  ['XML', Buffer.from('<?xml version="1.0"?><report/>'), 'application/xml'],
  ['XML without a declaration', Buffer.from('\n<lab:report xmlns:lab="x">1</lab:report>'), 'application/xml'],
  ['CSV', Buffer.from('Sample;Residue\n1;"0,2; ppm"\n2;0,1\n'), 'text/csv'],
  ['text', Buffer.from('Swabs were taken, after cleaning.\nNothing was found.\n'), 'text/plain'],
  ['text of Windows', Buffer.from('Prüfung bestanden', 'latin1'), 'text/plain'],
  ['text in UTF-16', Buffer.from('\ufeffGeprüft', 'utf16le'), 'text/plain'],
  ['a page of HTML', Buffer.from('<!-- a --><!DOCTYPE html><script>1</script>'), null],
  ['an archive of anything', archive('a.txt', 'b/word.xml'), null],
  ['Word with macros', archive('word/document.xml', 'word/vbaProject.bin'), null],
  ['OpenDocument of an unknown kind', openDocument(`${ODF}.database`), null],
  ['a compound file of anything', compound('Setup'), null],
  ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0]), null],
  ['a program of Windows', Buffer.from('MZ\x90\x00\x03\x00', 'latin1'), null],
  ['blanks', Buffer.from(' \n\t '), null],
];

const read = async (content: Buffer, piece: number) => {
  const pieces = Array.from({ length: Math.ceil(content.length / piece) }, (_, at) =>
    content.subarray(at * piece, (at + 1) * piece),
  );
  const { stream, seen } = makeContentWatch();
  await buffer(Readable.from(pieces).pipe(stream));
  return seen();
};

describe('the type of a document, by its content', () => {
  for (const [what, content, type] of CASES)
    it(`is ${type ?? 'none that is taken'} for ${what}, in whatever pieces it comes`, async () => {
      for (const piece of [content.length, 999])
        expect(detectMediaType(await read(content, piece)), String(piece)).to.equal(type);
    });
});
