import type { Random } from '../random.ts';
import { type Batch, drawBatch } from '../sheet/batch.ts';
import type { Specimen } from '../truth.ts';
import { printDay } from '../wording/date.ts';
import { type Line, toLines, withEdgesAsLimit } from '../wording/line.ts';
import { makeStyle } from '../wording/style.ts';
import { readFieldValues, toSpecimen } from './data-truth.ts';
import type { Layout } from './layout.ts';

/** XML certificates: one of elements, one of attributes. */
export const xmlFiles: readonly Layout[] = [
  { name: 'xml-elements', draw: async (random) => drawXmlElements(random) },
  { name: 'xml-attributes', draw: async (random) => drawXmlAttributes(random) },
];

function drawXmlElements(random: Random): Specimen {
  const batch = drawBatch(random);
  const lines = toLines(
    batch.findings,
    makeStyle({ limit: 'symbol', unit: 'column', verdict: { pass: 'Pass', fail: 'Fail', none: '' }, report: '' }),
  );
  const tests = lines.map(printTest);
  return toSpecimen('xml', printElements(batch, tests), {
    lines,
    fields: readFieldValues(batch, elementFields),
  });
}

const elementFields = [
  'batch_number',
  'certificate_number',
  'issue_date',
  'manufacturing_date',
  'expiry_date',
  'manufacturer',
  'manufacturing_site',
] as const;

function printTest(line: Line): string {
  return [
    '    <Test>',
    element('Name', line.parameter),
    element('Method', line.method),
    element('Specification', line.specification ?? ''),
    element('Result', line.result),
    element('Unit', line.unit),
    element('Status', line.verdict),
    '    </Test>',
  ].join('\n');
}

function printElements({ dates, ...batch }: Batch, tests: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<CertificateOfAnalysis>
  <Header>
  ${element('CertificateNumber', batch.certificateNumber)}
  ${element('IssueDate', printDay(dates.issue, 'iso'))}
  </Header>
  <Product>
  ${element('ProductName', batch.material.name)}
  ${element('BatchNumber', batch.number)}
  ${element('ManufacturingDate', printDay(dates.manufacturing, 'iso'))}
  ${element('ExpiryDate', printDay(dates.expiry, 'iso'))}
  ${element('Manufacturer', batch.producer.name)}
  ${element('ManufacturingSite', batch.producer.lines.join(', '))}
  </Product>
  <Tests>
${tests.join('\n')}
  </Tests>
</CertificateOfAnalysis>
`;
}

function drawXmlAttributes(random: Random): Specimen {
  const batch = drawBatch(random);
  const lines = toLines(batch.findings, makeStyle({ unit: 'column', report: '' })).map(withEdgesAsLimit);
  const results = lines.map((line) => {
    const edges =
      line.minimum === '' && line.maximum === ''
        ? attribute('requirement', line.specification ?? '')
        : `${attribute('lower', line.minimum)}${attribute('upper', line.maximum)}`;
    return `    <result${attribute('parameter', line.parameter)}${edges}${attribute('value', line.result)}${attribute('unit', line.unit)}/>`;
  });
  const { dates } = batch;
  const head = `${attribute('lot', batch.number)}${attribute('manufactured', printDay(dates.manufacturing, 'iso'))}${attribute('retest', printDay(dates.retest, 'iso'))}${attribute('issued', printDay(dates.issue, 'iso'))}`;
  const text = `<?xml version="1.0"?>\n<coa version="2">\n  <batch${head}${attribute('manufacturer', batch.producer.name)}>\n${results.join('\n')}\n  </batch>\n</coa>\n`;
  return toSpecimen('xml', text, {
    lines,
    fields: readFieldValues(batch, ['batch_number', 'manufacturing_date', 'retest_date', 'issue_date', 'manufacturer']),
  });
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function element(name: string, text: string): string {
  return text === '' ? `      <${name}/>` : `      <${name}>${escapeXml(text)}</${name}>`;
}

function attribute(name: string, text: string): string {
  return text === '' ? '' : ` ${name}="${escapeXml(text)}"`;
}
