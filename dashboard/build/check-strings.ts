import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from '@babel/parser';
import { untranslated } from './catalogue.ts';

/** Attributes whose text people read. */
const READ = /^(label|title|placeholder|description|aria-label|alt|message|nothingFoundMessage)$/;
/** Elements whose content Lingui takes. */
const TRANSLATED = /^(Trans|Plural|Select)$/;
/** Names of formats and products are the same in every language. */
const NAMES = new Set(['QSC', 'PDF', 'JSON', 'CSV', 'XLSX', '⌘K']);
const ROOT = resolve(import.meta.dirname, '..');

type Node = { type: string; loc?: { start: { line: number } } } & Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const isRead = (text: string): boolean => /\p{L}{2}/u.test(text) && !NAMES.has(text.trim());

const nameOf = (node: unknown): string => String((node as { name?: { name?: unknown } } | null)?.name?.name ?? '');

/** The texts of a component that stand in its elements or in attributes that people read, outside of the macros. */
const loneTexts = (node: unknown, found: { line: number; text: string }[]): typeof found => {
  if (Array.isArray(node)) for (const one of node) loneTexts(one, found);
  if (!isNode(node)) return found;
  const line = node.loc?.start.line ?? 0;
  if (node.type === 'JSXText' && isRead(String(node.value))) found.push({ line, text: String(node.value).trim() });
  if (node.type === 'JSXAttribute' && READ.test(nameOf(node))) {
    const { value } = node as { value?: Node };
    if (value?.type === 'StringLiteral' && isRead(String(value.value))) found.push({ line, text: String(value.value) });
  }
  const isTranslated = node.type === 'JSXElement' && TRANSLATED.test(nameOf(node.openingElement));
  for (const [key, member] of Object.entries(node))
    if (!['loc', 'start', 'end'].includes(key) && !(isTranslated && key === 'children')) loneTexts(member, found);
  return found;
};

const faults = globSync('src/**/*.tsx', { cwd: ROOT }).flatMap((file) => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const tree = parse(text, { sourceType: 'module', plugins: ['typescript', 'jsx'] });
  return loneTexts(tree.program, []).map((fault) => `dashboard/${file}:${fault.line}  ${fault.text}`);
});
const missing = untranslated('de').map((message) => `de.po: ${message}`);
const all = [...faults, ...missing];
if (all.length > 0) {
  process.stderr.write(`Texts outside of the catalogues, or without German:\n  ${all.join('\n  ')}\n`);
  process.exitCode = 1;
}
