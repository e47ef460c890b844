import { generateKeyPairSync } from 'node:crypto';
import { STOP_TIMEOUT_MS, stopServiceAtEveryMoment } from '@qsc/test-kit';
import { startWorkflowService } from '../src/compose.ts';

const NOWHERE = '127.0.0.1:9';
const SIGNING_KEY = generateKeyPairSync('ed25519').privateKey;

describe('the stop of the workflow service', () => {
  it('ends at any moment of the start', () =>
    stopServiceAtEveryMoment(
      ({ config, ...options }) =>
        startWorkflowService(
          {
            ...config,
            AUDIT_GRPC_URL: NOWHERE,
            ENTITY_GRPC_URL: NOWHERE,
            QUALITY_GRPC_URL: NOWHERE,
            WORKFLOW_SIGNING_KEY: SIGNING_KEY,
            WORKFLOW_FORMER_KEYS: [],
          },
          options,
        ),
      ['.starts', '.reactions'],
    )).timeout(STOP_TIMEOUT_MS);
});
