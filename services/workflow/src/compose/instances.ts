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
  moveDefinition,
} from '../instance/instance.store.ts';
import { makeMoveInstance } from '../instance/move.command.ts';
import { type MoverParts, makeMover } from '../instance/mover.ts';
import { makeStarter } from '../instance/starter.ts';
import type { RecordClient } from '../record/record.client.ts';
import type { RecordRead } from '../record/record-read.ts';
import type { SignatureService } from '../signature/signature.service.ts';
import { startSubscriptions } from '../start.subscription.ts';
import { workflowGrpc } from '../workflow.grpc.ts';

export const instanceCollections = [instanceDefinition, moveDefinition];

/** The instances and their moves as they are stored. */
export const makeInstanceRows = ({ open }: Kit) => {
  const rows = { instances: open(instanceDefinition), moves: open(moveDefinition) };
  return { ...rows, store: makeInstanceStore(rows) };
};

type Parts = Pick<MoverParts, 'openedRound' | 'isBlocked' | 'signing'> & {
  store: InstanceStore;
  definitions: Definitions;
  ensureShipped: EnsureShipped;
  records: RecordClient;
  approvals: Pick<ApprovalService, 'show'>;
  rounds: Pick<ApprovalStore, 'find' | 'pending' | 'update'>;
  recordRead: RecordRead;
  signatures: Pick<SignatureService, 'isSigned' | 'verifyAll'>;
  queue: string;
};

/** Instances: what moves them and begins them, their endpoints and what owners of records ask. */
export const makeInstances = (
  kit: Kit,
  {
    store,
    definitions,
    ensureShipped,
    records,
    approvals,
    rounds,
    recordRead,
    openedRound,
    isBlocked,
    signing,
    signatures,
    queue,
  }: Parts,
) => {
  const { unitOfWork, takeCommand, inbox, clock, log } = kit;
  const starter = makeStarter({ store, definitions, records, unitOfWork });
  const mover = makeMover({ store, definitions, records, openedRound, isBlocked, signing, unitOfWork });
  const service = makeInstanceService({
    ...{ store, definitions, records, approvals, recordRead },
    ...{ starter, mover, unitOfWork },
  });
  return {
    store,
    mover,
    routes: instanceRoutes(service),
    grpc: workflowGrpc({
      ...{ store, starter, signatures, takeCommand, clock, log },
      moveInstance: makeMoveInstance({ starter, mover }),
      transition: service.transition,
    }),
    consumer: subscribe({
      queue,
      subscriptions: startSubscriptions({ starter, store, rounds, isBlocked, ensureShipped }),
      unitOfWork,
      inbox,
      log,
    }),
  };
};
