import { type Answer, type AnyRoute, one, route } from '@qsc/service-kit';
import type { z } from 'zod';
import {
  Extraction,
  ExtractionCertificateId,
  extractionExample,
  extractionUnderWayExample,
} from './extraction.schemas.ts';
import type { ExtractionService } from './extraction.service.ts';

type Shown = z.input<typeof Extraction>;

const hasEnded = ({ extraction_status }: Shown): boolean =>
  extraction_status === 'complete' || extraction_status === 'failed';

/** 200 with the result, or 202 with where it will be. */
const endedOrUnderWay: Answer<Shown> = {
  ...one(Extraction),
  statuses: [200, 202],
  getStatus: (shown) => (hasEnded(shown) ? 200 : 202),
  location: (shown) => (hasEnded(shown) ? null : `/v1/certificates/${shown.certificate_id}/extraction`),
};

/** The extraction endpoints (specification, "Certificates"). */
export const extractionRoutes = (extractions: ExtractionService): AnyRoute[] => [
  route({
    id: 'extractCertificate',
    tag: 'Certificates',
    method: 'post',
    path: '/certificates/:certificate_id/extract',
    summary: 'Read the document of a certificate again',
    description:
      'Starts a run in any case, and waits up to two seconds for it: 200 with the result, complete or failed, else 202 with `processing` and the `Location` where the result will be. What people have put right stays; the result of a run that a newer one has overtaken is dropped.',
    scope: 'certificates:write',
    gxp: true,
    params: ExtractionCertificateId,
    answer: endedOrUnderWay,
    throws: ['conflict', 'precondition_failed'],
    example: { answer: extractionExample, others: [extractionUnderWayExample] },
    handle: ({ params, call }) => extractions.ask(params.certificate_id, call),
  }),
  route({
    id: 'getExtraction',
    tag: 'Certificates',
    method: 'get',
    path: '/certificates/:certificate_id/extraction',
    summary: 'Read what a certificate says',
    description:
      'How the latest run stands, and what the last complete one read, as it was read: corrections are shown by the certificate.',
    scope: 'certificates:read',
    params: ExtractionCertificateId,
    answer: one(Extraction),
    example: { answer: extractionExample },
    handle: ({ params, call }) => extractions.read(params.certificate_id, call),
  }),
];
