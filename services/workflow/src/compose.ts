import {
  type Clock,
  type Composed,
  type Kit,
  meshMember,
  type RunningService,
  type StartOptions,
  startService,
} from '@qsc/service-kit';
import { makeAuditClient, makeRequireReview } from './approval/review-gate.ts';
import { approvalCollections, makeApprovalParts, makeApprovals } from './compose/approvals.ts';
import { definitionCollections, makeDefinitionParts } from './compose/definitions.ts';
import { instanceCollections, makeInstanceRows, makeInstances } from './compose/instances.ts';
import { makeMetricRoutes } from './compose/metrics.ts';
import { makeReactions } from './compose/reactions.ts';
import { makeSignatures, signatureCollections } from './compose/signatures.ts';
import type { WorkflowConfig } from './config.ts';
import { REACTION_QUEUE } from './reaction.subscription.ts';
import { makeRecordClient } from './record/record.client.ts';
import { makeRecordRead } from './record/record-read.ts';
import { START_QUEUE } from './start.subscription.ts';

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
    const { clock, identity, log, name } = kit;
    if (!identity) throw new Error('The workflow service needs the identity service.');
    const owners = { quality: config.QUALITY_GRPC_URL, entity: config.ENTITY_GRPC_URL };
    const records = makeRecordClient({ owners, mesh: meshMember(config, name), log, applyMs });
    const audit = makeAuditClient(config.AUDIT_GRPC_URL, meshMember(config, name));
    const recordRead = makeRecordRead({ organizations: identity.organizations, unitOfWork: kit.unitOfWork });
    const { definitions, ensureShipped, ...defined } = makeDefinitionParts(kit, recordRead);
    const rows = makeInstanceRows(kit);
    const signatures = makeSignatures(kit, { config, records, instances: rows.store, identity });
    const approvalParts = makeApprovalParts(kit, identity, recordRead);
    const instances = makeInstances(kit, {
      store: rows.store,
      definitions,
      ensureShipped,
      records,
      approvalEffect: approvalParts.approvalEffect,
      isBlocked: approvalParts.isBlocked,
      approvals: approvalParts.approvals,
      recordRead,
      approvalStore: approvalParts.store,
      signing: signatures.signing,
      signatures: signatures.signatures,
      queue: queueName(START_QUEUE, queue),
    });
    const { signing } = signatures;
    const approvals = makeApprovals(kit, {
      ...{ approvalParts, instances, definitions, records, signing },
      requireReview: makeRequireReview(audit),
    });
    const reactions = makeReactions(kit, {
      ...{ instances: rows.instances, definitions, records, executor: instances.executor },
      queue: queueName(REACTION_QUEUE, queue),
    });
    return {
      // Static paths come before ids.
      routes: [
        ...approvals.routes,
        ...instances.routes,
        ...defined.routes,
        ...makeMetricRoutes({ instances: rows.instances, transitions: rows.transitions, definitions, clock }),
        ...signatures.routes,
      ],
      grpc: [instances.grpc],
      consumers: [instances.consumer, reactions],
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
      collections: [...definitionCollections, ...approvalCollections, ...instanceCollections, ...signatureCollections],
      ...(options.clock ? { clock: options.clock } : {}),
      compose: composeWorkflow(config, options),
    },
    options,
  );
