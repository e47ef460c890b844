import { dayFrom } from '../../scripts/demo-records/day.ts';
import type { Act, Asked } from './audit-act.ts';

/** The states that a deviation has before it waits for approval. */
const STATES = ['submitted', 'investigation', 'root_cause_identified', 'action_planning', 'pending_approval'];

const DATA = { root_cause: { category: 'Equipment', description: 'A worn seal' } };

const transition = (id: string | undefined, to_state: string, more: object = {}): Asked => ({
  method: 'POST',
  path: `/v1/workflows/instances/${id}/transition`,
  body: { to_state, data: DATA, ...more },
});

const open = (name: string): Act => ({
  what: `opens the deviation ${name}`,
  by: 'admin',
  ask: () => ({
    method: 'POST',
    path: '/v1/quality-events',
    body: { type: 'deviation', title: name, description: name, classification: 'major' },
  }),
  status: 201,
  keep: ({ id }) => ({ [name]: id }),
  entries: [{ action: 'create', entity_type: 'deviation', of: name, changed: ['title'] }],
});

/** All moves of a deviation to its approval. */
const moves = (name: string): Act[] =>
  STATES.map((state) => ({
    what: `moves the deviation ${name} to ${state}`,
    by: 'admin',
    ask: (known) => transition(known[name], state),
    status: 200,
    entries: [{ action: 'transition', entity_type: 'deviation', of: name, workflow_state: state }],
  }));

const look = (name: string): Act => ({
  what: `looks up the approval of ${name}`,
  by: 'admin',
  ask: (known) => ({ method: 'GET', path: `/v1/workflows/instances/${known[name]}` }),
  status: 200,
  keep: ({ approval }) => ({ [`${name} approval`]: approval.approval_id }),
  entries: [],
});

const decide = (approval: string | undefined, body: object): Asked => ({
  method: 'POST',
  path: `/v1/workflows/approvals/${approval}`,
  body,
});

/** What is done with quality events, CAPAs and in workflows. */
export const QUALITY_ACTS: readonly Act[] = [
  open('first'),
  {
    what: 'opens several complaints',
    by: 'admin',
    ask: () => ({
      method: 'POST',
      path: '/v1/quality-events/bulk',
      body: {
        quality_events: ['A', 'B'].map((title) => ({ type: 'complaint', title, description: 'Torn leaflet' })),
      },
    }),
    status: 201,
    entries: [
      { action: 'create', entity_type: 'complaint', changed: ['title'] },
      { action: 'create', entity_type: 'complaint', changed: ['title'] },
    ],
  },
  {
    what: 'changes a deviation',
    ask: ({ first }) => ({ method: 'PATCH', path: `/v1/quality-events/${first}`, body: { priority: 'high' } }),
    status: 200,
    entries: [{ action: 'update', entity_type: 'deviation', of: 'first', changed: ['priority'] }],
  },
  {
    what: 'is refused a move that the state does not allow',
    ask: ({ first }) => transition(first, 'closed'),
    status: 409,
    entries: [],
  },
  {
    what: 'opens a CAPA',
    ask: ({ first }) => ({
      method: 'POST',
      path: `/v1/quality-events/${first}/capa`,
      body: {
        title: 'New seal',
        description: 'Replace it',
        corrective_actions: [{ description: 'Replace', due_date: '2099-01-31' }],
        preventive_actions: [],
        effectiveness_criteria: 'No leak',
      },
    }),
    status: 201,
    keep: ({ id, corrective_actions: [{ id: action }] }) => ({ capa: id, capaAction: action }),
    entries: [{ action: 'create', entity_type: 'capa', of: 'capa' }],
  },
  {
    what: 'adds an action to a CAPA',
    ask: ({ capa }) => ({
      method: 'POST',
      path: `/v1/quality-events/${capa}/actions`,
      body: { type: 'preventive', description: 'Look monthly', due_date: '2099-01-31' },
    }),
    status: 201,
    entries: [{ action: 'update', entity_type: 'capa', of: 'capa' }],
  },
  {
    what: 'changes an action of a CAPA',
    ask: ({ capa, capaAction }) => ({
      method: 'PATCH',
      path: `/v1/quality-events/${capa}/actions/${capaAction}`,
      body: { status: 'in_progress' },
    }),
    status: 200,
    entries: [{ action: 'update', entity_type: 'capa', of: 'capa' }],
  },
  {
    what: 'analyses the impact of a deviation',
    ask: ({ first }) => ({ method: 'POST', path: `/v1/quality-events/${first}/impact-analysis` }),
    status: 200,
    entries: [{ action: 'read', entity_type: 'deviation', of: 'first' }],
  },
  ...moves('first'),
  look('first'),
  {
    what: 'is refused to approve what they asked for',
    by: 'admin',
    ask: (known) => decide(known['first approval'], { decision: 'approve', comment: 'Fine' }),
    status: 403,
    entries: [],
  },
  {
    what: 'fails to sign',
    ask: (known) => {
      const signature = { meaning: 'Approval', password: 'not the password' };
      return decide(known['first approval'], { decision: 'approve', comment: 'Fine', signature });
    },
    status: 403,
    entries: [{ action: 'sign', entity_type: 'user', details: { outcome: 'failed' } }],
  },
  {
    what: 'approves with a signature',
    ask: (known) => {
      const signature = { meaning: 'Approval', password: known.password };
      return decide(known['first approval'], { decision: 'approve', comment: 'Fine', signature });
    },
    status: 200,
    entries: [
      {
        action: 'approve',
        entity_type: 'deviation',
        of: 'first',
        workflow_state: 'implementation',
        signed: 'Approval',
      },
    ],
  },
  open('second'),
  ...moves('second'),
  look('second'),
  {
    what: 'rejects',
    ask: (known) => {
      const signature = { meaning: 'Rejection', password: known.password };
      return decide(known['second approval'], {
        decision: 'reject',
        comment: 'Not enough',
        return_to_state: 'action_planning',
        signature,
      });
    },
    status: 200,
    entries: [
      {
        action: 'reject',
        entity_type: 'deviation',
        of: 'second',
        workflow_state: 'action_planning',
        signed: 'Rejection',
      },
    ],
  },
  {
    what: 'defines a workflow',
    by: 'admin',
    ask: () => ({
      method: 'POST',
      path: '/v1/workflows',
      body: {
        name: 'Equipment',
        description: 'Equipment is qualified',
        entity_types: ['equipment'],
        states: [
          { id: 'registered', name: 'Registered', type: 'initial', allowed_transitions: ['released'] },
          { id: 'released', name: 'Released', type: 'final' },
        ],
      },
    }),
    status: 201,
    keep: ({ id }) => ({ workflow: id }),
    entries: [{ action: 'create', entity_type: 'workflow', of: 'workflow', changed: ['name'] }],
  },
  {
    what: 'changes a workflow',
    by: 'admin',
    ask: ({ workflow }) => ({ method: 'PATCH', path: `/v1/workflows/${workflow}`, body: { description: 'Mended' } }),
    status: 200,
    entries: [{ action: 'update', entity_type: 'workflow', of: 'workflow', changed: ['description'] }],
  },
  {
    what: 'lets another one decide',
    ask: ({ personId }) => ({
      method: 'POST',
      path: '/v1/workflows/delegations',
      body: { delegate_id: personId, from: dayFrom(new Date(), 0), to: dayFrom(new Date(), 7), reason: 'Leave' },
    }),
    status: 201,
    keep: ({ id }) => ({ delegation: id }),
    entries: [{ action: 'create', entity_type: 'delegation', of: 'delegation' }],
  },
  {
    what: 'ends that',
    ask: ({ delegation }) => ({ method: 'DELETE', path: `/v1/workflows/delegations/${delegation}` }),
    status: 204,
    entries: [{ action: 'delete', entity_type: 'delegation', of: 'delegation' }],
  },
];
