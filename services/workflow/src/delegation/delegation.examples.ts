import { exampleId } from '@qsc/contracts';

export const newDelegationExample = {
  delegate_id: exampleId('user', 2),
  from: '2026-07-06',
  to: '2026-07-17',
  reason: 'Annual leave',
};

export const delegationExample = {
  id: exampleId('delegation'),
  user_id: exampleId('user'),
  user_name: 'Maria Keller',
  delegate_id: exampleId('user', 2),
  delegate_name: 'Jonas Brandt',
  from: '2026-07-06T00:00:00.000Z',
  to: '2026-07-18T00:00:00.000Z',
  reason: 'Annual leave',
  created_at: '2026-06-29T09:00:00.000Z',
  version: 1,
};
