import { eventually } from '@qsc/test-kit';
import PDFDocument from 'pdfkit';
import { historyDefinition } from '../src/certificate/certificate.store.ts';
import type { Certificate } from '../src/certificate/certificate.ts';
import { ORG, type Stage } from './certificate-stage.ts';

/** The table of a good certificate: its head and two rows. */
export const ROWS = [
  ['Test', 'Specification', 'Result', 'Status'],
  ['Assay', '98.0 - 102.0 %', '99.6 %', 'Pass'],
  ['Water', 'NMT 0.5 %', '0.2 %', 'Pass'],
];

/** A certificate of analysis of the batch AB-2201 as a PDF. */
export const coa = async ({
  password,
  rows = ROWS,
}: {
  password?: string;
  rows?: string[][];
} = {}): Promise<Uint8Array> => {
  const document = new PDFDocument({ size: 'A4', ...(password === undefined ? {} : { userPassword: password }) });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  document.fontSize(16).text('Certificate of Analysis', 60, 60).fontSize(10).text('Batch No.: AB-2201', 60, 100);
  document.text('Expiry date: 2028-01-31', 60, 115);
  for (const [row, cells] of rows.entries())
    for (const [column, cell] of cells.entries()) document.text(cell, 60 + column * 120, 160 + row * 20);
  const ended = new Promise((resolve) => document.on('end', resolve));
  document.end();
  await ended;
  return Buffer.concat(parts);
};

/** What came of the runs on certificates of a stage. */
export const makeReadings = (getStage: () => Stage) => {
  const readExtraction = async ({ id }: Certificate) =>
    (await getStage().api.get(`/v1/certificates/${id}/extraction`)).body.data;
  const findRecord = ({ id }: Certificate) =>
    getStage()
      .kit.connection.collection('certificate')
      .findOne({ _id: id as never }) as unknown as Promise<Certificate>;
  const histories = ({ id }: Certificate) =>
    getStage().kit.open(historyDefinition).find({ org_id: ORG, certificate_id: id });
  const ended = (certificate: Certificate, run = 1) =>
    eventually('the run has ended', async () => {
      const shown = await readExtraction(certificate);
      const stored = await findRecord(certificate);
      return stored?.extraction.run === run && ['complete', 'failed'].includes(shown.extraction_status) && shown;
    });
  return { readExtraction, findRecord, histories, ended };
};
