import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { decodeText } from '../decode-text.ts';
import { brokenDocument, tooMuchData, unreadableKind } from '../document-error.ts';
import { MAX_DEPTH, MAX_VALUE_LENGTH, MAX_VALUES } from '../limit.ts';
import type { XmlElement } from './xml-element.ts';
import { decodeReferences } from './xml-reference.ts';

type ParsedNode = Readonly<Record<string, unknown>>;

const TEXT = '#text';
const CDATA = '#cdata';
const ATTRIBUTES = ':@';

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  textNodeName: TEXT,
  cdataPropName: CDATA,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  removeNSPrefix: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  // The check of depth below tells the sender more; this one keeps the parser's own memory bounded.
  maxNestedTags: 2 * MAX_DEPTH,
});

/**
 * The root element of an XML file; prefixes of names are left out. Character references and the five entities of XML
 * itself are decoded, no others exist: a file with a DOCTYPE is refused. Throws validation_failed for it and for what is
 * not well-formed or nested too deep, payload_too_large for too many elements and attributes.
 */
export function readXml(bytes: Uint8Array): XmlElement {
  const text = decodeText(bytes, findEncoding(bytes))?.replace(/^\ufeff?\s*/, '');
  if (!text) throw brokenDocument('XML');
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) {
    throw unreadableKind('An XML file with a DOCTYPE', 'Send it without its document type declaration.');
  }
  if (isOverCap(text)) throw tooMuchData(`${MAX_VALUES} elements and attributes`);
  const roots = parse(text).filter((node) => toName(node) !== null);
  const [root] = roots;
  if (!root || roots.length > 1) throw brokenDocument('XML');
  return toElement(root, 1);
}

/** What the declaration says of the encoding. */
function findEncoding(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  return /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(start)?.[1];
}

/** Judged before the file is taken apart. */
function isOverCap(text: string): boolean {
  let found = 0;
  for (const _ of text.matchAll(/<[^/!?]|=\s*["']/g)) if (++found > MAX_VALUES) return true;
  return false;
}

function parse(text: string): readonly ParsedNode[] {
  try {
    const verdict = XMLValidator.validate(text);
    if (verdict !== true) throw new Error(`line ${verdict.err.line}: ${verdict.err.msg}`);
    return parser.parse(text) as readonly ParsedNode[];
  } catch (cause) {
    throw isTooDeep(cause) ? tooDeep(cause) : brokenDocument('XML', cause);
  }
}

const isTooDeep = (cause: unknown): boolean => cause instanceof Error && /nested tags/.test(cause.message);

const tooDeep = (cause?: unknown) =>
  unreadableKind(
    `An XML file with more than ${MAX_DEPTH} levels`,
    'Send the elements of one certificate alone.',
    cause,
  );

const toName = (node: ParsedNode): string | null =>
  Object.keys(node).find((key) => key !== ATTRIBUTES && key !== TEXT && key !== CDATA) ?? null;

function toElement(node: ParsedNode, depth: number): XmlElement {
  if (depth > MAX_DEPTH) throw tooDeep();
  const name = toName(node) ?? '';
  const nodes = node[name] as readonly ParsedNode[];
  return {
    name,
    attributes: readAttributes(node),
    text: bounded(nodes.map(readText).join('').trim()),
    children: nodes.filter((child) => toName(child) !== null).map((child) => toElement(child, depth + 1)),
  };
}

function readText(node: ParsedNode): string {
  const raw = node[TEXT];
  if (typeof raw === 'string') return decodeReferences(raw);
  const cdata = node[CDATA] as readonly ParsedNode[] | undefined;
  return (cdata ?? []).map((part) => String(part[TEXT] ?? '')).join('');
}

function readAttributes(node: ParsedNode): Record<string, string> {
  const raw = Object.entries((node[ATTRIBUTES] ?? {}) as Readonly<Record<string, unknown>>);
  const own = raw.filter(([name]) => !name.startsWith('xmlns'));
  return Object.fromEntries(own.map(([name, value]) => [name, bounded(decodeReferences(String(value)).trim())]));
}

function bounded(text: string): string {
  if (text.length > MAX_VALUE_LENGTH) throw tooMuchData(`${MAX_VALUE_LENGTH} characters in a value`);
  return text;
}
