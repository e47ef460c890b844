import { type Kit, subscribe } from '@qsc/service-kit';
import type { ApprovalService } from '../approval/approval.service.ts';
import type { ApprovalStore } from '../approval/approval.store.ts';
import type { Definitions } from '../definition/definitions.ts';
import type { EnsureShipped } from '../definition/shipped.store.ts';
import { instanceRoutes } from '../instance/instance.routes.ts';
import { makeInstanceService } from '../instance/instance.service.ts';
import {
  type InstanceStore,
  instanceDefinition,
  makeInstanceStore,
  transitionDefinition,
} from '../instance/instance.store.ts';
import { makeRequestTransition } from '../instance/request-transition.command.ts';
import { makeStarter } from '../instance/starter.ts';
import { type ExecutorParts, makeTransitionExecutor } from '../instance/transition-executor.ts';
import type { RecordClient } from '../record/record.client.ts';
import type { RecordRead } from '../record/record-read.ts';
import type { SignatureService } from '../signature/signature.service.ts';
import { startSubscriptions } from '../start.subscription.ts';
import { workflowGrpc } from '../workflow.grpc.ts';

export const instanceCollections = [instanceDefinition, transitionDefinition];

/** The stored instances and their transitions. */
export const makeInstanceRows = ({ open }: Kit) => {
  const rows = { instances: open(instanceDefinition), transitions: open(transitionDefinition) };
  return { ...rows, store: makeInstanceStore(rows) };
};

type Parts = Pick<ExecutorParts, 'approvalEffect' | 'isBlocked' | 'signing'> & {
  store: InstanceStore;
  definitions: Definitions;
  ensureShipped: EnsureShipped;
  records: RecordClient;
  approvals: Pick<ApprovalService, 'show'>;
  approvalStore: Pick<ApprovalStore, 'find' | 'pending' | 'update'>;
  recordRead: RecordRead;
  signatures: Pick<SignatureService, 'isSigned' | 'verifyAll'>;
  queue: string;
};

/** Instances: their transitions and start, their endpoints and their gRPC service. */
export const makeInstances = (
  kit: Kit,
  {
    store,
    definitions,
    ensureShipped,
    records,
    approvals,
    approvalStore,
    recordRead,
    approvalEffect,
    isBlocked,
    signing,
    signatures,
    queue,
  }: Parts,
) => {
  const { unitOfWork, takeCommand, inbox, clock, log } = kit;
  const starter = makeStarter({ store, definitions, records, unitOfWork });
  const executor = makeTransitionExecutor({
    store,
    definitions,
    records,
    approvalEffect,
    isBlocked,
    signing,
    unitOfWork,
  });
  const service = makeInstanceService({
    ...{ store, definitions, records, approvals, recordRead },
    ...{ starter, executor, unitOfWork },
  });
  return {
    store,
    executor,
    routes: instanceRoutes(service),
    grpc: workflowGrpc({
      ...{ store, starter, signatures, takeCommand, clock, log },
      requestTransition: makeRequestTransition({ starter, executor }),
      transition: service.transition,
    }),
    consumer: subscribe({
      queue,
      subscriptions: startSubscriptions({ starter, store, approvalStore, isBlocked, ensureShipped }),
      unitOfWork,
      inbox,
      log,
    }),
  };
};
