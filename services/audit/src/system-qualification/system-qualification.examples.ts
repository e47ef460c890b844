import { exampleId } from '@qsc/contracts';

export const newSystemQualificationExample = {
  run: 'm3f9k2a1',
  started_at: '2026-03-02T08:00:00.000Z',
  completed_at: '2026-03-02T08:02:10.000Z',
  system: { base_url: 'https://quality.example.com', version: '1.0.0' },
  result: 'passed_with_open_steps' as const,
  steps: { passed: 284, failed: 0, open: 6 },
  files: [
    {
      name: 'qualification.pdf',
      size_bytes: 418_211,
      checksum: 'sha256:6b0f7c3a1d5e92846b0f7c3a1d5e92846b0f7c3a1d5e92846b0f7c3a1d5e9284',
    },
  ],
};

export const systemQualificationExample = {
  ...newSystemQualificationExample,
  id: exampleId('systemQualification'),
  recorded_by: { id: exampleId('user'), name: 'Marta Rossi' },
  created_at: '2026-03-02T08:02:11.000Z',
  manifest: '{"created_at":"2026-03-02T08:02:11.000Z","files":[],"type":"system_qualification"}',
  signature: 'eyJhbGciOiJFZERTQSJ9..c2lnbmF0dXJl',
};
