// Writes the generated parts of docs/workflows.md: the shipped definitions and the events that states react to; with `--check`, only
// checks them.
import { readFileSync, writeFileSync } from 'node:fs';
import type { ReactionEvent } from './src/definition/definition.ts';
import { toDiagram } from './src/definition/diagram.ts';
import { SHIPPED } from './src/definition/shipped.ts';

const FILE = new URL('../../docs/workflows.md', import.meta.url);

const QUALITY_EVENT = 'the quality event: `id`, `type`, `number`, `status`, `priority`, `classification`, `category` …';
const CERTIFICATE = 'the certificate: `id`, `type`, `status`, `supplier_id`, `component_id`, `batch_number` …';
const OWN = 'itself, and the source event of a CAPA';
const ABOUT = 'its supplier and its component';

const EVENTS: Record<ReactionEvent, readonly [when: string, tells: string, reaches: string]> = {
  'quality_event.created': ['a quality event was opened', QUALITY_EVENT, OWN],
  'quality_event.updated': ['its content, its actions or its status changed', QUALITY_EVENT, OWN],
  'quality_event.overdue': ['its due date has passed', QUALITY_EVENT, OWN],
  'supplier.qualification_changed': [
    'a supplier was qualified, at any entry point',
    'the supplier: `id`, `name`, `status`, `previous_status`, `attributes`',
    'the supplier',
  ],
  'certificate.validated': ['a certificate was found valid', CERTIFICATE, ABOUT],
  'certificate.rejected': ['a certificate was rejected or revoked', CERTIFICATE, ABOUT],
  'certificate.expired': ['its expiry date has passed', CERTIFICATE, ABOUT],
  'certificate.superseded': ['a newer certificate replaced it', CERTIFICATE, ABOUT],
};

const eventTable = (): string =>
  [
    '| event | when | what conditions see | it reaches records that are, or are about |',
    '|---|---|---|---|',
    ...Object.entries(EVENTS).map(([name, cells]) => `| \`${name}\` | ${cells.join(' | ')} |`),
  ].join('\n');

const shippedSections = (): string =>
  Array.from(SHIPPED, ([file, definition]) =>
    [
      `### ${definition.name}`,
      definition.description,
      `For records of type ${definition.entity_types.map((type) => `\`${type}\``).join(', ')}; \`services/workflow/definitions/${file}.json\`.`,
      `\`\`\`mermaid\n${toDiagram(definition)}\n\`\`\``,
    ].join('\n\n'),
  ).join('\n\n');

const PARTS: Record<string, () => string> = { events: eventTable, shipped: shippedSections };

/** The text with each generated part between its markers. Throws where the markers of one are missing. */
const withParts = (text: string): string =>
  Object.entries(PARTS).reduce((before, [name, write]) => {
    const marked = new RegExp(`(<!-- begin ${name} -->\n)[^]*?(<!-- end ${name} -->)`);
    if (!marked.test(before)) throw new Error(`docs/workflows.md has no part "${name}".`);
    return before.replace(marked, (_all, begin: string, end: string) => `${begin}\n${write()}\n\n${end}`);
  }, text);

const text = readFileSync(FILE, 'utf8');
const current = withParts(text);

if (!process.argv.includes('--check')) writeFileSync(FILE, current);
else if (current !== text) {
  process.stderr.write('docs/workflows.md is out of date. Run: pnpm workflows\n');
  process.exitCode = 1;
}
