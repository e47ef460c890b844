import { entityKinds } from '@qsc/contracts';
import { ENTITY_CHANGES } from '@qsc/contracts/events';
import {
  type Clock,
  type Collection,
  type Composed,
  copyGrpc,
  type HandledKinds,
  type Kit,
  makeKeyRing,
  makeKindBinding,
  makeRecordRead,
  makeServiceClient,
  meshMember,
  type RunningService,
  type StartOptions,
  startService,
  subscribe,
} from '@qsc/service-kit';
import { approvalRoutes } from './approval/approval.routes.ts';
import { type ApprovalService, makeApprovalService } from './approval/approval.service.ts';
import { type ApprovalStore, approvalDefinition, makeApprovalStore } from './approval/approval.store.ts';
import { requestedEvent } from './approval/approval-event.ts';
import { makeDecisionService } from './approval/decision.service.ts';
import { type MayDecide, makeMayDecide } from './approval/may-decide.query.ts';
import { makeRequireReview, type RequireReview } from './approval/review-gate.ts';
import { isCompletable } from './approval/right.ts';
import type { WorkflowConfig } from './config.ts';
import { makeWorkflowList } from './definition/definition.query.ts';
import { workflowRoutes } from './definition/definition.routes.ts';
import { makeWorkflowService } from './definition/definition.service.ts';
import { makeWorkflowStore, workflowDefinition, workflowVersionDefinition } from './definition/definition.store.ts';
import { type Definitions, makeDefinitions } from './definition/definitions.ts';
import { type EnsureShipped, makeEnsureShipped, shippedDefinition } from './definition/shipped.store.ts';
import { makeDelegatedVotes } from './delegation/delegated-vote.query.ts';
import { delegationRoutes } from './delegation/delegation.routes.ts';
import { makeDelegationService } from './delegation/delegation.service.ts';
import { delegationDefinition, makeDelegationStore } from './delegation/delegation.store.ts';
import { instanceRoutes } from './instance/instance.routes.ts';
import { makeInstanceService } from './instance/instance.service.ts';
import {
  type InstanceStore,
  instanceDefinition,
  makeInstanceStore,
  type StoredInstance,
  type StoredTransition,
  transitionDefinition,
} from './instance/instance.store.ts';
import { makeOutcomeStore, outcomeDefinition } from './instance/outcome.store.ts';
import { makeReservedActs, type ReservedActs } from './instance/reservation.ts';
import { makeStarter } from './instance/starter.ts';
import { type ExecutorParts, makeTransitionExecutor, type TransitionExecutor } from './instance/transition-executor.ts';
import { makeCountRunning, makeReadSums } from './metric/metric.query.ts';
import { metricRoutes } from './metric/metric.routes.ts';
import { makeReadWorkflowMetrics } from './metric/metric.service.ts';
import { makeReact } from './reaction/reactor.ts';
import { makeFindWaiting } from './reaction/waiting.query.ts';
import { REACTION_KINDS, REACTION_QUEUE, reactionSubscriptions } from './reaction.subscription.ts';
import { makeRecordClient, type RecordClient } from './record/record.client.ts';
import { makeReadCopy } from './record/record-copy.query.ts';
import { type RecordRead, toReadEvent } from './record/record-read.ts';
import { signatureRoutes } from './signature/signature.routes.ts';
import { makeSignatureService, type SignatureService } from './signature/signature.service.ts';
import { makeSignatureStore, signatureDefinition } from './signature/signature.store.ts';
import { makeSigning, type Signing } from './signature/signer.ts';
import { makeListKinds, START_QUEUE, startSubscriptions } from './start.subscription.ts';
import { makeUserClient } from './user/user.client.ts';
import { workflowGrpc } from './workflow.grpc.ts';

/** The collections of the service. */
export const collections = [
  ...[workflowDefinition, workflowVersionDefinition, shippedDefinition],
  ...[approvalDefinition, delegationDefinition],
  ...[instanceDefinition, transitionDefinition, outcomeDefinition],
  signatureDefinition,
];

/** Approvals, which transitions open, and their reads. */
const makeApprovalParts = ({ open, identity }: Kit, recordRead: RecordRead) => {
  const store = makeApprovalStore(open(approvalDefinition));
  const delegations = makeDelegationStore(open(delegationDefinition));
  const users = makeUserClient(identity.client);
  const votes = makeDelegatedVotes({ store: delegations, users });
  const approvalEffect: ExecutorParts['approvalEffect'] = (call, approval) => ({
    changes: [store.insert(approval)],
    events: [requestedEvent(call, approval)],
  });
  const approvals = makeApprovalService({ store, votes, users, recordRead });
  const isBlocked: ExecutorParts['isBlocked'] = async (approval) =>
    !isCompletable(approval, await users.findByRoles(approval.org_id, approval.approver_roles));
  return { store, delegations, users, votes, approvalEffect, isBlocked, approvals };
};

type ApprovalParts = {
  approvalParts: ReturnType<typeof makeApprovalParts>;
  executor: TransitionExecutor;
  reservedActs: ReservedActs;
  definitions: Definitions;
  signing: Signing;
  requireReview: RequireReview;
};

/** Decisions on approvals, and the delegation of them. */
const makeApprovals = ({ unitOfWork }: Kit, { approvalParts, ...shared }: ApprovalParts) => {
  const { store, delegations, users, votes, approvals } = approvalParts;
  const decisions = makeDecisionService({ ...shared, store, delegations, votes });
  return {
    routes: [
      ...approvalRoutes({ approvals, decisions }),
      ...delegationRoutes(makeDelegationService({ store: delegations, users, unitOfWork })),
    ],
  };
};

/** Definitions: their store, their endpoints, and the shipped ones of every organisation. */
const makeDefinitionParts = ({ open, unitOfWork, clock }: Kit, recordRead: RecordRead, queue: string) => {
  const workflows = open(workflowDefinition);
  const store = makeWorkflowStore({ workflows, versions: open(workflowVersionDefinition) });
  const ensureShipped = makeEnsureShipped({ given: open(shippedDefinition), store, unitOfWork, clock });
  const list = makeWorkflowList(workflows);
  const kinds = makeKindBinding(queue, { types: ENTITY_CHANGES, list: makeListKinds(store) });
  const bindKinds = (types: readonly string[]) => kinds.bind(entityKinds(types));
  const service = makeWorkflowService({ store, list, ensureShipped, unitOfWork, recordRead, bindKinds });
  return {
    ensureShipped,
    kinds,
    definitions: makeDefinitions({ store, ensureShipped }),
    routes: workflowRoutes(service),
  };
};

/** The stored instances and their transitions, and the acts on records that change them. */
const makeInstanceRows = ({ open, unitOfWork, clock, log }: Kit, records: RecordClient) => {
  const rows = { instances: open(instanceDefinition), transitions: open(transitionDefinition) };
  const store = makeInstanceStore(rows);
  const outcomes = makeOutcomeStore(open(outcomeDefinition));
  return { ...rows, store, reservedActs: makeReservedActs({ store, outcomes, records, unitOfWork, clock, log }) };
};

type InstanceParts = Pick<ExecutorParts, 'approvalEffect' | 'isBlocked' | 'signing'> & {
  store: InstanceStore;
  definitions: Definitions;
  ensureShipped: EnsureShipped;
  records: RecordClient;
  reservedActs: ReservedActs;
  approvals: Pick<ApprovalService, 'show'>;
  approvalStore: Pick<ApprovalStore, 'find' | 'pending' | 'update'>;
  mayDecide: MayDecide;
  recordRead: RecordRead;
  signatures: Pick<SignatureService, 'isSigned' | 'verifyAll'>;
  kinds: HandledKinds;
  queue: string;
};

/** Instances: their transitions and start, their endpoints and their gRPC service. */
const makeInstances = (
  kit: Kit,
  { ensureShipped, approvalStore, signatures, kinds, queue, ...parts }: InstanceParts,
) => {
  const { unitOfWork, takeCommand, inbox, clock, log } = kit;
  const { store, reservedActs, isBlocked } = parts;
  const starter = makeStarter({ ...parts, unitOfWork });
  const executor = makeTransitionExecutor(parts);
  const service = makeInstanceService({ ...parts, starter, executor, unitOfWork });
  return {
    executor,
    routes: instanceRoutes(service),
    grpc: workflowGrpc({
      reservedActs,
      starter,
      signatures,
      takeCommand,
      clock,
      log,
      mayDecide: parts.mayDecide,
      transition: service.transition,
    }),
    consumer: subscribe({
      queue,
      subscriptions: startSubscriptions({ starter, store, approvalStore, isBlocked, ensureShipped }),
      kinds,
      unitOfWork,
      inbox,
      log,
    }),
  };
};

type MetricParts = {
  instances: Collection<StoredInstance>;
  transitions: Collection<StoredTransition>;
  definitions: Definitions;
  clock: Clock;
};

/** The endpoints of metrics over instances and their transitions. */
const makeMetricRoutes = ({ instances, transitions, definitions, clock }: MetricParts) =>
  metricRoutes({
    readMetrics: makeReadWorkflowMetrics({ definitions, readSums: makeReadSums({ instances, transitions }), clock }),
    countRunning: makeCountRunning(instances),
  });

type ReactionParts = {
  instances: Collection<StoredInstance>;
  definitions: Definitions;
  records: RecordClient;
  executor: TransitionExecutor;
  queue: string;
};

/** Reactions of states: the consumer of their events. */
const makeReactions = (kit: Kit, { instances, queue, ...parts }: ReactionParts) => {
  const { unitOfWork, inbox, localTime, log } = kit;
  const react = makeReact({ ...parts, findWaiting: makeFindWaiting(instances), inbox, localTime, log }, queue);
  const subscriptions = reactionSubscriptions(react);
  return subscribe({ queue, subscriptions, kinds: REACTION_KINDS, unitOfWork, inbox, log });
};

type SignatureParts = {
  config: WorkflowConfig;
  records: Pick<RecordClient, 'get'>;
  instances: Pick<InstanceStore, 'current'>;
};

/** Electronic signatures: signing, reading and verification. */
const makeSignatures = ({ open, clock, identity }: Kit, { config, records, instances }: SignatureParts) => {
  const store = makeSignatureStore(open(signatureDefinition));
  const ring = makeKeyRing({ signingKey: config.WORKFLOW_SIGNING_KEY, formerKeys: config.WORKFLOW_FORMER_KEYS });
  const signatures = makeSignatureService({ store, records, instances, ring, clock });
  return {
    signatures,
    signing: makeSigning({ identity: identity.client, ring, store }),
    routes: signatureRoutes(signatures),
  };
};

type Options = StartOptions & {
  /** The prefix of its queues' names. Another deployment on the same broker needs another one. */
  queue?: string;
  clock?: Clock;
  /** How long a caller of a committed transition waits for its record. */
  applyMs?: number;
};

const queueName = (name: string, prefix: string | undefined): string =>
  prefix === undefined ? name : name.replace('workflow', prefix);

const composeWorkflow =
  (config: WorkflowConfig, { queue, applyMs }: Options) =>
  (kit: Kit): Composed => {
    const { clock, name } = kit;
    const owners = { quality: config.QUALITY_GRPC_URL, entity: config.ENTITY_GRPC_URL };
    const records = makeRecordClient({ owners, mesh: meshMember(config, name), applyMs });
    const audit = makeServiceClient('audit', config.AUDIT_GRPC_URL, meshMember(config, name));
    const recordRead = makeRecordRead({
      unitOfWork: kit.unitOfWork,
      toEvent: toReadEvent,
    });
    const startQueue = queueName(START_QUEUE, queue);
    const { definitions, ensureShipped, kinds, ...defined } = makeDefinitionParts(kit, recordRead, startQueue);
    const rows = makeInstanceRows(kit, records);
    const { store, reservedActs } = rows;
    const signatures = makeSignatures(kit, { config, records, instances: store });
    const approvalParts = makeApprovalParts(kit, recordRead);
    const instances = makeInstances(kit, {
      store,
      definitions,
      ensureShipped,
      records,
      reservedActs,
      recordRead,
      ...signatures,
      approvalEffect: approvalParts.approvalEffect,
      isBlocked: approvalParts.isBlocked,
      approvals: approvalParts.approvals,
      approvalStore: approvalParts.store,
      mayDecide: makeMayDecide({ ...approvalParts, instances: rows.store, approvals: approvalParts.store, clock }),
      kinds: kinds.handled,
      queue: startQueue,
    });
    const approvals = makeApprovals(kit, {
      approvalParts,
      reservedActs,
      definitions,
      executor: instances.executor,
      signing: signatures.signing,
      requireReview: makeRequireReview(audit),
    });
    const reactions = makeReactions(kit, {
      instances: rows.instances,
      definitions,
      records,
      executor: instances.executor,
      queue: queueName(REACTION_QUEUE, queue),
    });
    return {
      // Static paths come before ids.
      routes: [
        ...approvals.routes,
        ...instances.routes,
        ...makeMetricRoutes({ instances: rows.instances, transitions: rows.transitions, definitions, clock }),
        ...defined.routes,
        ...signatures.routes,
      ],
      grpc: [
        instances.grpc,
        copyGrpc(makeReadCopy({ instances: rows.store, approvals: approvalParts.store, ...signatures }), kit.log),
      ],
      consumers: [instances.consumer, reactions],
      kindBindings: [kinds],
      stop() {
        records.close();
        audit.close();
      },
    };
  };

/** Starts the workflow service. */
export const startWorkflowService = (config: WorkflowConfig, options: Options = {}): Promise<RunningService> =>
  startService(
    {
      name: 'workflow',
      config,
      collections,
      ...(options.clock ? { clock: options.clock } : {}),
      compose: composeWorkflow(config, options),
    },
    options,
  );
