import { exampleId } from '@qsc/contracts';

export const newDelegationExample = {
  delegate_id: exampleId('user', 3),
  // An end that is over is refused, and the examples are sent to a mesh.
  from: '2031-07-07',
  to: '2031-07-18',
  reason: 'Annual leave',
};

export const delegationExample = {
  id: exampleId('delegation'),
  user_id: exampleId('user', 2),
  user_name: 'Maria Keller',
  delegate_id: exampleId('user', 3),
  delegate_name: 'Marta Rossi',
  from: '2031-07-07T00:00:00.000Z',
  to: '2031-07-19T00:00:00.000Z',
  reason: 'Annual leave',
  created_at: '2031-06-30T09:00:00.000Z',
  version: 1,
};
