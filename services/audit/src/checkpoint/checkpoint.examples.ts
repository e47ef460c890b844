import { exampleId } from '@qsc/contracts';

export const checkpointExample = {
  id: exampleId('checkpoint'),
  sequence: 2,
  hash: '3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728',
  entries: 2,
  at: '2026-03-02T10:00:00.000Z',
  jws: 'eyJhbGciOiJFZERTQSJ9.eyJzZXF1ZW5jZSI6Mn0.c2lnbmF0dXJl',
};
