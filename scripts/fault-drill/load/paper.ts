/** What the paper is about. Two papers of one batch are the same bytes. */
export type Paper = { batch: string; manufacturer: string };

const LEFT = 60;
const TOP = 780;
const LEADING = 18;
const COLUMNS = [LEFT, 220, 400] as const;

const ROWS: readonly (readonly [string, string, string])[] = [
  ['Test', 'Specification', 'Result'],
  ['Assay', '98.0 - 102.0 %', '99.6 %'],
  ['Loss on drying', 'NMT 0.5 %', '0.2 %'],
  ['pH', '5.0 - 7.0', '6.1'],
];

/** A certificate of analysis as a PDF of one page of text, made for each batch within a millisecond. */
export const makePaper = ({ batch, manufacturer }: Paper): Uint8Array<ArrayBuffer> => {
  const heading = ['Certificate of Analysis', `Manufacturer: ${manufacturer}`, `Batch number: ${batch}`];
  const content = [
    ...heading.map((text, line) => shown(text, LEFT, line)),
    ...ROWS.flatMap((row, line) =>
      row.map((text, column) => shown(text, COLUMNS[column] ?? LEFT, heading.length + 1 + line)),
    ),
  ].join('\n');
  return getFile([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  ]);
};

const shown = (text: string, x: number, line: number): string =>
  `BT /F1 11 Tf ${x} ${TOP - line * LEADING} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`;

const getFile = (objects: readonly string[]): Uint8Array<ArrayBuffer> => {
  let file = '%PDF-1.7\n';
  const rows = objects.map((object, index) => {
    const row = `${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return row;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`;
  const end = `trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(file + table + end, 'latin1'));
};
