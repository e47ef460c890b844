import { exampleId } from '@qsc/contracts';
import { LastMoment, Moment } from '@qsc/service-kit';
import { z } from 'zod';
import { ReportBody, SectionName } from './report.ts';

/** A report in responses. */
export const ComplianceReport = ReportBody.extend({
  checksum: z.string().meta({
    description: 'SHA-256 of all other members but `download_url`, in canonical JSON. The PDF shows it too.',
  }),
  download_url: z.string(),
}).meta({ id: 'ComplianceReport' });

export type ComplianceReport = z.infer<typeof ComplianceReport>;

/** The request for a report. */
export const CreateReport = z
  .strictObject({
    from: Moment.meta({ description: 'From this instant, or the beginning of this day, on.' }),
    to: LastMoment.meta({ description: 'Until this instant, or the end of this day (UTC).' }),
    include_sections: z.array(SectionName).min(1).max(20).optional().meta({ description: 'Default: all sections.' }),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'The end of the period is before its beginning' })
  .meta({ id: 'CreateComplianceReport' });

export type CreateReport = z.output<typeof CreateReport>;

/** The id from the path; any text is accepted. */
export const ReportId = z.object({
  report_id: z.string().meta({ description: 'The id of the report.', examples: [exampleId('report')] }),
});
