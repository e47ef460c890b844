import { exampleId } from '@qsc/contracts';
import { type Answer, type AnyRoute, ChangedValues, Flag, Paging, route } from '@qsc/service-kit';
import { z } from 'zod';
import { EntryPageMeta, entryExample, isReached, tooDeep } from '../entry/entry.schemas.ts';
import { RISKS } from '../review/entry-risk.ts';
import { mayBeApprover, type RequireTrailReader } from '../review/trail-reader.ts';
import type { TrailPage, TrailService } from './trail.service.ts';

const { entity_id, entity_type, entity_name, timestamp, action, changes } = entryExample;
const user = { id: exampleId('user'), name: entryExample.user.name };
const reason = entryExample.metadata.reason;
const signature = { signed: false, signature_id: null };

export const trailExample = {
  data: {
    entity_id,
    entity_type,
    entity_name,
    created_at: '2026-03-02T09:30:00.000Z',
    created_by: user.id,
    current_version: 2,
    history: [
      { id: exampleId('auditEntry'), version: 2, timestamp, action, user, changes, reason, signature },
      {
        id: exampleId('auditEntry'),
        version: 1,
        timestamp: '2026-03-02T09:30:00.000Z',
        action: 'create',
        user,
        changes: { name: { from: null, to: entity_name }, 'attributes.risk_level': { from: null, to: 'low' } },
        reason: null,
        signature,
      },
    ],
  },
  meta: { total: 2, page: 1, per_page: 1_000, total_pages: 1 },
};

/** How many actions a trail shows at once when no page is asked for. */
export const WHOLE_TRAIL = 1_000;

const TrailItem = z
  .object({
    id: z.string().meta({ description: 'The id of the entry.' }),
    version: z.number().int().nullable(),
    timestamp: z.iso.datetime(),
    action: z.string(),
    user: z.object({ id: z.string(), name: z.string() }),
    changes: ChangedValues,
    reason: z.string().nullable(),
    signature: z.object({ signed: z.boolean(), signature_id: z.string().nullable() }),
    risks: z.array(z.enum(RISKS)).optional().meta({
      description: 'With `unreviewed`: why the entry deserves a closer look, the most serious reason first.',
    }),
  })
  .meta({ id: 'AuditTrailItem' });

const TrailAnswer = z
  .object({
    entity_id: z.string(),
    entity_type: z.string(),
    entity_name: z.string(),
    created_at: z.iso.datetime().nullable(),
    created_by: z.string().nullable(),
    current_version: z.number().int().nullable(),
    history: z.array(TrailItem),
  })
  .meta({ id: 'AuditTrail', description: 'All that was done to a record, deleted ones included.' });

const RecordId = z.object({
  entity_id: z.string().meta({ description: 'The id of the record.', examples: [exampleId('entity')] }),
});

const DEFAULT_PAGE = 25;

const TrailQuery = z
  .strictObject({
    page: Paging.page.unwrap().optional().meta({ description: 'Which page, from 1.' }),
    per_page: Paging.per_page.unwrap().optional().meta({ description: 'How many actions to a page.' }),
    unreviewed: Flag.optional().meta({
      description:
        'Only entries that the caller has not reviewed (`POST /v1/audit-logs/reviews` with `entity_id`), the most serious risks first: deletions, changes after an approval, corrected results, critical fields, acts of administrators, acts at night or on weekends.',
    }),
  })
  .refine(({ page = 1, per_page = DEFAULT_PAGE }) => isReached({ page, per_page }), tooDeep);

const trailPage: Answer<TrailPage> = {
  statuses: [200],
  body: z.object({ data: TrailAnswer, meta: EntryPageMeta }).meta({ id: 'AuditTrailPage' }),
  getStatus: () => 200,
  getBody: (value) => value,
};

const toPaging = ({ page, per_page }: z.output<typeof TrailQuery>): { page: number; per_page: number } =>
  page === undefined && per_page === undefined
    ? { page: 1, per_page: WHOLE_TRAIL }
    : { page: page ?? 1, per_page: per_page ?? DEFAULT_PAGE };

/** The audit trail of a record: its newest 1,000 actions, or a page of them. */
export const trailRoutes = (trails: TrailService, requireTrailReader: RequireTrailReader): AnyRoute[] => [
  route({
    id: 'getAuditTrail',
    tag: 'Audit logs',
    method: 'get',
    path: '/audit-logs/entity/:entity_id',
    summary: 'Read the audit trail of a record',
    description:
      'Its newest 1,000 actions, or a page of them; newest first. The trail of a deleted record remains. A user who may decide on the ' +
      'approval that the record waits for needs no scope.',
    scope: 'audit-logs:read',
    mayLackScope: mayBeApprover,
    params: RecordId,
    query: TrailQuery,
    answer: trailPage,
    example: { answer: trailExample },
    async handle({ params: { entity_id }, query, call }) {
      await requireTrailReader(call, entity_id);
      return query.unreviewed
        ? trails.listUnreviewed(entity_id, toPaging(query), call)
        : trails.get(call.actor.org_id, entity_id, toPaging(query));
    },
  }),
];
