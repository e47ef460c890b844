import {
  type AnyRoute,
  created,
  examplePage,
  type KeyRing,
  listPage,
  listRoute,
  notFound,
  one,
  page,
  route,
  type UnitOfWork,
} from '@qsc/service-kit';
import { EXPORT_SEAL } from '../export/export-file.ts';
import { newSystemQualificationExample, systemQualificationExample } from './system-qualification.examples.ts';
import {
  NewSystemQualification,
  SystemQualification,
  SystemQualificationId,
  SystemQualificationQuery,
} from './system-qualification.schemas.ts';
import {
  insertSystemQualification,
  type SystemQualificationCollection,
  toSystemQualification,
} from './system-qualification.store.ts';
import { recordSystemQualification } from './system-qualification.ts';

type Parts = {
  rows: SystemQualificationCollection;
  ring: Pick<KeyRing, 'signDetached'>;
  unitOfWork: Pick<UnitOfWork, 'decide'>;
};

/** The endpoints of runs that qualified the system. No route changes or deletes one. */
export const systemQualificationRoutes = ({ rows, ring, unitOfWork }: Parts): AnyRoute[] => [
  route({
    id: 'recordSystemQualification',
    tag: 'Audit logs',
    method: 'post',
    path: '/audit-logs/system-qualifications',
    summary: 'Record a qualification of the system',
    description:
      'Stores the result of a run of `scripts/qualify` with the checksums of its files, and signs it with the key of exports. It cannot be changed or withdrawn.',
    scope: 'admin:write',
    body: NewSystemQualification,
    answer: created(SystemQualification, ({ id }) => `/v1/audit-logs/system-qualifications/${id}`),
    example: { body: newSystemQualificationExample, answer: systemQualificationExample },
    handle: ({ body, call }) =>
      unitOfWork.decide(call, {}, async () => {
        const { qualification, event } = recordSystemQualification(body, { ring, type: EXPORT_SEAL, call });
        const changes = [insertSystemQualification(rows, qualification)];
        return { changes, events: [event], answer: qualification };
      }),
  }),
  listRoute({
    id: 'listSystemQualifications',
    tag: 'Audit logs',
    path: '/audit-logs/system-qualifications',
    summary: 'List the qualifications of the system',
    description: 'Newest first.',
    scope: 'audit-logs:read',
    query: SystemQualificationQuery,
    answer: page(SystemQualification),
    example: { answer: examplePage(systemQualificationExample) },
    handle: ({ query, orgId }) => listPage(rows, { filter: { org_id: orgId }, query, show: toSystemQualification }),
  }),
  route({
    id: 'getSystemQualification',
    tag: 'Audit logs',
    method: 'get',
    path: '/audit-logs/system-qualifications/:qualification_id',
    summary: 'Read a qualification of the system',
    description: 'One run as it was recorded.',
    scope: 'audit-logs:read',
    params: SystemQualificationId,
    answer: one(SystemQualification),
    example: { answer: systemQualificationExample },
    async handle({ params, call }) {
      const found = await rows.findOne({ org_id: call.actor.org_id, _id: params.qualification_id });
      if (!found) throw notFound('qualification of the system', params.qualification_id);
      return toSystemQualification(found);
    },
  }),
];
