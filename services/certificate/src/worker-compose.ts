import { availableParallelism } from 'node:os';
import { makeExtractionPool, sizeForCores } from '@qsc/certificate-extraction/pool';
import { certificateTasks } from '@qsc/contracts/events';
import { type FileStore, makeFileSweep, openFileStore } from '@qsc/file-store';
import {
  type Clock,
  type Composed,
  type Kit,
  leaseDefinition,
  makeDueQueue,
  makeDueWorker,
  makeLeases,
  makeMailer,
  makeSoleWorker,
  type Runner,
  type RunningService,
  type StartOptions,
  startService,
  workOn,
} from '@qsc/service-kit';
import { makeSendAlert } from './alert/alert.sender.ts';
import {
  alertCollections,
  alertDefinition,
  alertQueueDefinition,
  alertRuleDefinition,
  makeAlertStore,
} from './alert/alert.store.ts';
import { DueAlert, makeAlertSweep } from './alert/alert.sweep.ts';
import {
  certificateCollections,
  certificateDefinition,
  historyDefinition,
  makeCertificateStore,
} from './certificate/certificate.store.ts';
import type { WorkerConfig } from './config.ts';
import { makeExpirySweep } from './expiry/expiry.sweep.ts';
import { makeExtractionWorker } from './extraction/extraction.worker.ts';

/** `queue`: another queue of extractions than the usual one, for tests that share a broker; `everyMs`: the pause of the sweeps. */
export type WorkerOptions = StartOptions & { queue?: string; clock?: Clock; everyMs?: number };

const LEASE_MS = 30_000;
const DATES_EVERY_MS = 60_000;

type Scheduled = { config: WorkerConfig; files: FileStore; everyMs: number | undefined };

/** What goes by the clock: states by date, alerts and their e-mails, files that nothing refers to. */
const scheduleWork = (kit: Kit, { config, files, everyMs = DATES_EVERY_MS }: Scheduled) => {
  const { open, unitOfWork, clock, localTime, log } = kit;
  const leases = makeLeases({ rows: open(leaseDefinition), clock });
  const certificates = open(certificateDefinition);
  const store = makeCertificateStore({ certificates, histories: open(historyDefinition) });
  const rules = open(alertRuleDefinition);
  const alerts = makeAlertStore({ rules, alerts: open(alertDefinition) });
  const queue = makeDueQueue({ rows: open(alertQueueDefinition), payload: DueAlert, clock, leaseMs: LEASE_MS });
  const mailer = makeMailer(config, log);
  const act = makeSendAlert({ store: alerts, certificates: store, mailer, localTime });
  const parts = { unitOfWork, clock, log };
  const sweepAlerts = makeAlertSweep({ rules, certificates, store: alerts, queue, localTime, ...parts });
  const sweepExpiry = makeExpirySweep({ certificates, store, localTime, ...parts });
  const runners: Runner[] = [
    makeSoleWorker({ name: 'expiry', leases, work: sweepExpiry, everyMs, log }),
    makeSoleWorker({ name: 'alerts', leases, work: sweepAlerts, everyMs, log }),
    makeDueWorker({
      name: 'alert e-mails',
      queue,
      act,
      leaseMs: LEASE_MS,
      everyMs: Math.min(everyMs, 1_000),
      ...parts,
    }),
    makeFileSweep({ files, leases, clock, log }),
  ];
  return { runners, mailer };
};

const compose = async (kit: Kit, config: WorkerConfig, { queue, everyMs }: WorkerOptions): Promise<Composed> => {
  const { open, unitOfWork, clock, log } = kit;
  const pool = makeExtractionPool({
    warned: (said) => log.warn('the reading of a document goes on after a fault', { said }),
  });
  const store = makeCertificateStore({ certificates: open(certificateDefinition), histories: open(historyDefinition) });
  const files = await openFileStore(config, kit);
  const { runners, mailer } = scheduleWork(kit, { config, files, everyMs });
  const extraction = makeExtractionWorker({ store, files, pool, unitOfWork, clock, log });
  const definition = { ...certificateTasks.extract, ...(queue ? { queue } : {}) };
  return {
    routes: [],
    consumers: [workOn({ definition, ...extraction, atOnce: sizeForCores(availableParallelism()), log })],
    checks: { files: files.isReady },
    start: (signal) => runners.forEach((runner) => void runner.start(signal)),
    async stop() {
      await Promise.all([pool.close(), ...runners.map((runner) => runner.stop())]);
      mailer.close();
      files.close();
    },
  };
};

/**
 * Starts a process that reads certificates and does what goes by the clock; it works on the certificate service's database
 * and is scaled apart from its API.
 */
export const startCertificateWorker = (config: WorkerConfig, options: WorkerOptions = {}): Promise<RunningService> =>
  startService(
    {
      name: 'certificate-worker',
      database: 'certificate',
      config,
      collections: [...certificateCollections, ...alertCollections, leaseDefinition],
      compose: (kit) => compose(kit, config, options),
      ...(options.clock ? { clock: options.clock } : {}),
    },
    options,
  );
