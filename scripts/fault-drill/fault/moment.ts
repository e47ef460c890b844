import { setTimeout as delay } from 'node:timers/promises';
import { FILES } from '../check/reading.ts';
import type { DrillMesh } from '../mesh/drill-mesh.ts';
import { type Keeper, REPLICAS, type Replica } from '../mesh/drill-plan.ts';
import { isAfter, isAnswerTo, isCommand, isConfirm, isConsumerAck, isPublish, type Selects } from '../wire/frame.ts';
import type { Wire } from '../wire/wire.ts';

/** A step of a write's way, as it shows on a wire of any replica. */
export type Moment = {
  of: Keeper;
  to: 'mongodb' | 'rabbitmq';
  selects: () => Selects;
  /** How long it may take to come, where that is longer than others take. */
  timeoutMs?: number;
};

const isInsert = isCommand('insert', 'audit_entry');
const isCommit = isCommand('commitTransaction');
const isLinkInsert = isCommand('insert', 'link');
const isLinkUpdate = isCommand('update', 'link');
const isMove = isCommand('insert', 'workflow_transition');
const isRecordChange = isCommand('update', 'quality_event');
const isLinkWrite: Selects = (frame) => isLinkInsert(frame) || isLinkUpdate(frame);
const isFilePart = (command: 'insert' | 'find') => isCommand(command, `${FILES}.chunks`);

/** A replica that takes a synchronisation over waits until the lease of the other one has run out. */
const SYNC_MS = 45_000;

/** The steps of a write's way between which something could be lost or come twice. */
export const MOMENTS = {
  commitAnswer: { of: 'entity', to: 'mongodb', selects: () => isAnswerTo(isCommit) },
  publish: { of: 'entity', to: 'rabbitmq', selects: () => isPublish },
  confirm: { of: 'entity', to: 'rabbitmq', selects: () => isConfirm },
  insert: { of: 'audit', to: 'mongodb', selects: () => isInsert },
  insertAnswer: { of: 'audit', to: 'mongodb', selects: () => isAnswerTo(isInsert) },
  ack: { of: 'audit', to: 'rabbitmq', selects: () => isConsumerAck },
  listCommit: { of: 'supplier', to: 'mongodb', selects: () => isCommit },
  listCommitAnswer: { of: 'supplier', to: 'mongodb', selects: () => isAnswerTo(isCommit) },
  listAck: { of: 'supplier', to: 'rabbitmq', selects: () => isConsumerAck },
  file: { of: 'certificate', to: 'mongodb', selects: () => isFilePart('insert') },
  certificateCommit: { of: 'certificate', to: 'mongodb', selects: () => isAfter(isFilePart('insert'), isCommit) },
  certificateCommitAnswer: { of: 'certificate', to: 'mongodb', selects: () => isAnswerTo(isCommit) },
  extractionBegin: { of: 'certificate-worker', to: 'mongodb', selects: () => isCommit },
  extractionEnd: { of: 'certificate-worker', to: 'mongodb', selects: () => isAfter(isFilePart('find'), isCommit) },
  extractionAck: { of: 'certificate-worker', to: 'rabbitmq', selects: () => isConsumerAck },
  workflowCommit: { of: 'workflow', to: 'mongodb', selects: () => isAfter(isMove, isCommit) },
  workflowCommitAnswer: { of: 'workflow', to: 'mongodb', selects: () => isAnswerTo(isAfter(isMove, isCommit)) },
  workflowPublish: { of: 'workflow', to: 'rabbitmq', selects: () => isPublish },
  qualityCommit: { of: 'quality', to: 'mongodb', selects: () => isAfter(isRecordChange, isCommit) },
  qualityCommitAnswer: { of: 'quality', to: 'mongodb', selects: () => isAnswerTo(isAfter(isRecordChange, isCommit)) },
  qualityAck: { of: 'quality', to: 'rabbitmq', selects: () => isConsumerAck },
  intake: { of: 'webhook', to: 'mongodb', selects: () => isCommand('insert', 'message') },
  intakeAck: { of: 'webhook', to: 'rabbitmq', selects: () => isConsumerAck },
  deliveryRecord: { of: 'webhook', to: 'mongodb', selects: () => isCommand('update', 'delivery') },
  syncWrite: { of: 'integration', to: 'mongodb', selects: () => isLinkWrite, timeoutMs: SYNC_MS },
  syncCommit: { of: 'integration', to: 'mongodb', selects: () => isAfter(isLinkWrite, isCommit), timeoutMs: SYNC_MS },
  syncCommitAnswer: {
    of: 'integration',
    to: 'mongodb',
    timeoutMs: SYNC_MS,
    selects: () => isAnswerTo(isAfter(isLinkWrite, isCommit)),
  },
} as const satisfies Record<string, Moment>;

/** A watch over the wires of all replicas of a service. */
export type Ambush = {
  /** Resolves with the replica at which such a frame came first. */
  reached: Promise<Replica>;
  release(): void;
};

type Strike = (replica: Replica) => void;

export const getWire = ({ wires }: DrillMesh, replica: Replica, { to }: Pick<Moment, 'to'>): Wire => wires[replica][to];

/**
 * Waits for such a frame at every replica of the service. `held`: those that come are held back until the release, so that
 * they never arrive when the connection ends before. `strike` runs at once with the first one, and for one replica alone.
 */
export const ambush = (
  mesh: DrillMesh,
  moment: Moment & { fate: 'held' | 'passed' },
  strike: Strike = () => {},
): Ambush => {
  const first = Promise.withResolvers<Replica>();
  let isStruck = false;
  const watches = REPLICAS[moment.of].map((replica) => {
    const meet = (): void => {
      if (!isStruck) strike(replica);
      isStruck = true;
      first.resolve(replica);
    };
    const wire = getWire(mesh, replica, moment);
    return moment.fate === 'held' ? wire.hold(moment.selects(), meet) : wire.watch(moment.selects(), meet);
  });
  return {
    reached: first.promise,
    release: () => {
      for (const watch of watches) watch.release();
    },
  };
};

/** Waits for something for a while. Null when it did not come. */
export const within = async <T>(ms: number, awaited: Promise<T>): Promise<T | null> => {
  const late = new AbortController();
  try {
    return await Promise.race([awaited, delay(ms, null, { signal: late.signal, ref: false }).catch(() => null)]);
  } finally {
    late.abort();
  }
};
