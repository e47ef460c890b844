import { newId } from '@qsc/contracts';
import { auditEvents } from '@qsc/contracts/events';
import { type Call, type Download, invalidField, makeEvent, notFound, type UnitOfWork } from '@qsc/service-kit';
import { writeReport } from '@qsc/table-export';
import type { Peers } from './peer.client.ts';
import type { ComplianceReport, CreateReport } from './report.schemas.ts';
import type { ReportStore } from './report.store.ts';
import {
  computeChecksum,
  type ReportBody,
  type ReportPeriod,
  SECTION_NAMES,
  type SectionName,
  type Sections,
  toSummary,
} from './report.ts';
import { toDocument } from './report-document.ts';

export type ReportService = {
  /**
   * Makes a report of a period and stores it, unless the caller disconnects before and has sent no idempotency key. Throws
   * `validation_failed` for a period that has not begun, and `service_unavailable` that names the unreachable service: there is
   * no report with a part of its numbers.
   */
  create(input: CreateReport, call: Call): Promise<ComplianceReport>;
  /** A report as it was made. Throws `not_found`. */
  get(orgId: string, id: string): Promise<ComplianceReport>;
  /** It as a PDF. Throws `not_found`. */
  download(orgId: string, id: string): Promise<Download>;
};

/** The functions that compute the sections. */
export type SectionMakers = {
  [Name in SectionName]: (orgId: string, period: ReportPeriod, call: Call) => Promise<NonNullable<Sections[Name]>>;
};

type Parts = {
  makers: SectionMakers;
  peers: Pick<Peers, 'programs'>;
  /** The latest recording time of removed entries; null where none are. */
  removedUntil: (orgId: string) => Promise<Date | null>;
  /** The services that each section needs, called before the long work starts. */
  needs: Readonly<Record<SectionName, readonly string[]>>;
  store: ReportStore;
  organizations: { get(orgId: string): Promise<{ name: string }> };
  unitOfWork: Pick<UnitOfWork, 'decide'>;
  version: string;
};

const shown = (body: ReportBody): ComplianceReport => ({
  ...body,
  checksum: computeChecksum(body),
  download_url: `/v1/audit-logs/reports/${body.report_id}/download`,
});

const reportCreated = (body: ReportBody, call: Call) =>
  makeEvent(auditEvents.reportCreated, call, {
    audit: {
      action: 'create',
      entity_type: 'compliance_report',
      entity_id: body.report_id,
      entity_name: `21 CFR Part 11 report ${body.period.from} to ${body.period.to}`,
      entity_version: 1,
      changes: {},
      details: { checksum: computeChecksum(body), ...body.period, ...body.summary },
    },
    record: { id: body.report_id, report_type: body.report_type, ...body.period },
  });

/**
 * A caller with an idempotency key can fetch the report later; without one nobody finds the report of a caller who has
 * disconnected.
 */
const withoutAbort = (call: Call): Call => (call.idempotency ? { ...call, gone: undefined } : call);

const toPeriod = ({ from, to }: CreateReport, { now }: Call): Omit<ReportPeriod, 'removedUntil'> => {
  if (from > now) throw invalidField('from', 'future', 'The period has not begun.');
  return { from, until: to < now ? to : now, now };
};

/** Makes, stores and returns compliance reports. */
export const makeReportService = (parts: Parts): ReportService => {
  const { makers, peers, removedUntil, needs, store, organizations, unitOfWork, version } = parts;

  const toSections = async (names: readonly SectionName[], period: ReportPeriod, call: Call): Promise<Sections> => {
    await peers.programs([...new Set(names.flatMap((name) => needs[name]))]);
    const made: [SectionName, unknown][] = [];
    for (const name of names) made.push([name, await makers[name](call.actor.org_id, period, call)]);
    return Object.fromEntries(made) as Sections;
  };

  const compute = async (input: CreateReport, call: Call): Promise<ReportBody> => {
    const { actor, now } = call;
    const period = { ...toPeriod(input, call), removedUntil: await removedUntil(actor.org_id) };
    const names = SECTION_NAMES.filter((name) => input.include_sections?.includes(name) ?? true);
    const { name } = await organizations.get(actor.org_id);
    const sections = await toSections(names, period, call);
    return {
      report_id: newId('report'),
      report_type: '21cfr11',
      organization: { id: actor.org_id, name },
      requested_by: { id: actor.id, name: actor.name, role: actor.role },
      period: { from: input.from.toISOString(), to: input.to.toISOString() },
      covered_until: period.until.toISOString(),
      summary: toSummary(sections),
      sections,
      system_version: version,
      generated_at: now.toISOString(),
    };
  };

  const require = async (orgId: string, id: string): Promise<ReportBody> => {
    const body = await store.find(orgId, id);
    if (!body) throw notFound('compliance report', id);
    return body;
  };

  return {
    async create(input, call) {
      const requested = withoutAbort(call);
      const body = await compute(input, requested);
      requested.gone?.throwIfAborted();
      return unitOfWork.decide(call, {}, () => ({
        changes: [store.insert(call.actor.org_id, body)],
        events: [reportCreated(body, call)],
        answer: shown(body),
      }));
    },
    get: async (orgId, id) => shown(await require(orgId, id)),
    async download(orgId, id) {
      const report = shown(await require(orgId, id));
      return {
        contentType: 'application/pdf',
        filename: `compliance-report-${report.report_id}.pdf`,
        size: null,
        lastModified: new Date(report.generated_at),
        open: () => writeReport(toDocument(report)),
      };
    },
  };
};
