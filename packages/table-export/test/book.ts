import { XMLParser } from 'fast-xml-parser';
import { unzip } from './zip.ts';

export type Node = { [name: string]: unknown; ':@'?: Record<string, string>; '#text'?: string };
export type XlsxCell = { type: string | undefined; format: string | undefined; text: string; formula: boolean };

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
});

/** The nodes of a name, at any depth. */
export const nodesIn = (nodes: Node[], name: string): Node[] =>
  nodes.flatMap((node) => {
    const [tag] = Object.keys(node).filter((key) => key !== ':@');
    const children = Array.isArray(node[tag!]) ? (node[tag!] as Node[]) : [];
    return tag === name ? [node, ...nodesIn(children, name)] : nodesIn(children, name);
  });

/** The text of all nodes. */
export const textIn = (nodes: Node[]): string =>
  nodes
    .map(
      (node) =>
        node['#text'] ??
        Object.values(node)
          .map((value) => (Array.isArray(value) ? textIn(value) : ''))
          .join(''),
    )
    .join('');

/** A workbook as a reader other than the one that wrote it sees it. */
export const openBook = (file: Buffer) => {
  const files = unzip(file);
  const xml = (name: string): Node[] => parser.parse(files.get(name)!.toString('utf8')) as Node[];
  const styles = xml('xl/styles.xml');
  const codes = new Map(
    nodesIn(styles, 'numFmt').map((node) => [node[':@']!.numFmtId, node[':@']!.formatCode] as const),
  );
  const formats = nodesIn(nodesIn(styles, 'cellXfs'), 'xf').map((node) => codes.get(node[':@']!.numFmtId!));
  const toCell = (node: Node): XlsxCell => ({
    type: node[':@']!.t,
    format: formats[Number(node[':@']!.s ?? 0)],
    text: textIn(node.c as Node[]),
    formula: nodesIn(node.c as Node[], 'f').length > 0,
  });
  const sheet = (number: number): XlsxCell[][] =>
    nodesIn(xml(`xl/worksheets/sheet${number}.xml`), 'row').map((row) => nodesIn(row.row as Node[], 'c').map(toCell));
  return { files, xml, sheet };
};
