import { exampleId } from '@qsc/contracts';
import { entryExample } from '../entry/entry.examples.ts';

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
