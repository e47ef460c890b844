import { type Kit, type Leases, makeSoleWorker, type Runner } from '@qsc/service-kit';
import { makeCheckpointSigner } from '../checkpoint/checkpoint.signer.ts';
import type { WorkerConfig } from '../config.ts';
import type { Chains } from './chain.ts';

const EVERY_MS = 10_000;

type Parts = {
  chains: Chains;
  leases: Leases;
  config: Pick<WorkerConfig, 'AUDIT_CHECKPOINT_ENTRIES' | 'AUDIT_CHECKPOINT_SECONDS'>;
  everyMs: number | undefined;
};

/** The work that signs checkpoints, on one replica, pass after pass. */
export const composeCheckpoints = (
  { unitOfWork, clock, log, metrics }: Kit,
  { chains: { chains, walk, breakAgainst, checkpoints, checkpointParts }, leases, config, everyMs = EVERY_MS }: Parts,
): Runner => {
  const signed = metrics.counter('audit_checkpoints_signed_total', 'Checkpoints signed');
  const refused = metrics.counter('audit_checkpoints_refused_total', 'Times that a broken chain got no checkpoint');
  const rule = { entries: config.AUDIT_CHECKPOINT_ENTRIES, seconds: config.AUDIT_CHECKPOINT_SECONDS };
  const failed = metrics.counter(
    'audit_checkpoints_failed_total',
    'Times that a checkpoint could not be signed or stored',
  );
  let passed = clock();
  metrics.gauge(
    'audit_checkpoint_pass_timestamp_seconds',
    'When this process has last looked at every chain, or else was started',
    () => passed.getTime() / 1000,
  );
  const passMetrics = {
    signed: () => signed.inc(),
    refused: () => refused.inc(),
    failed: () => failed.inc(),
    passed: () => {
      passed = clock();
    },
  };
  const parts = {
    chains,
    walk,
    breakAgainst,
    checkpoints,
    ...checkpointParts,
    rule,
    unitOfWork,
    clock,
    log,
    metrics: passMetrics,
  };
  return makeSoleWorker({ name: 'checkpoints', leases, work: makeCheckpointSigner(parts), everyMs, log });
};
