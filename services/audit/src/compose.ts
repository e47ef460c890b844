import { auditQueueName, auditTasks, BROKER } from '@qsc/contracts/events';
import { embeddedCollections, type FileStore, openFileStore } from '@qsc/file-store';
import {
  type AnyRoute,
  type Clock,
  type Composed,
  type Kit,
  makeKeyRing,
  makeServiceClient,
  meshMember,
  type RunningService,
  type StartOptions,
  sourceVersion,
  startService,
  toEvidenceKey,
} from '@qsc/service-kit';
import { auditGrpc } from './audit.grpc.ts';
import { backupDefinition, exposeBackupAge, makeBackupStore } from './backup/backup.store.ts';
import { chainRoutes } from './chain/chain.routes.ts';
import type { ChainService } from './chain/chain.service.ts';
import { type Chains, openChains, openVerification } from './chain/open-chains.ts';
import { checkpointRoutes } from './checkpoint/checkpoint.routes.ts';
import { openCheckpointArchive } from './checkpoint/open-checkpoint-archive.ts';
import { auditCollections } from './collections.ts';
import type { AuditConfig } from './config.ts';
import { openCopies } from './copy/open-copies.ts';
import { entryListRoutes, entryRoute } from './entry/entry.routes.ts';
import { makeEntryService } from './entry/entry.service.ts';
import { type EntryCollection, entryDefinition } from './entry/entry.store.ts';
import { makeEntryCount, type RemovedBetween } from './entry/entry-count.ts';
import { exportRoutes } from './export/export.routes.ts';
import { makeExportService } from './export/export.service.ts';
import { exportDefinition, makeExportStore } from './export/export.store.ts';
import { openExportedLog } from './export/exported-log.ts';
import { holdRoutes } from './hold/hold.routes.ts';
import { makeHoldService } from './hold/hold.service.ts';
import { type IsHeld, makeIsHeld } from './hold/hold.store.ts';
import { makeChainWriter } from './recording/chain-writer.ts';
import { makeRecorder, type Recorder } from './recording/recorder.ts';
import { makeRecorderMetrics } from './recording/recorder-metrics.ts';
import { makeAccessSection } from './report/access-section.ts';
import { makeActComparison } from './report/act-comparison.ts';
import { makeCompletenessSection } from './report/completeness-section.ts';
import { makeExpiring } from './report/expiring.query.ts';
import { makePeers, type PeerAddresses } from './report/peer.client.ts';
import { reportRoutes } from './report/report.routes.ts';
import { makeReportService } from './report/report.service.ts';
import { makeLastVerification, makeRemovedUntil, makeReportStore, reportDefinition } from './report/report.store.ts';
import { makeReportEntries } from './report/report-entry.query.ts';
import { makeSignatureSection } from './report/signature-section.ts';
import { makeSystemSection } from './report/system-section.ts';
import { makeRestoreDrillStore, restoreDrillDefinition } from './restore-drill/restore-drill.store.ts';
import { retentionRoutes } from './retention/retention.routes.ts';
import { makeRetentionService } from './retention/retention.service.ts';
import { openRetention } from './retention/retention.store.ts';
import { makeReadDueReview } from './review/due-review.query.ts';
import { dueReviewRoutes } from './review/due-review.routes.ts';
import { reviewRoutes } from './review/review.routes.ts';
import { makeReviewService } from './review/review.service.ts';
import { makeFindReviewed, reviewDefinition } from './review/review.store.ts';
import { makeRequireTrailReader, type RequireTrailReader } from './review/trail-reader.ts';
import { makeUnreviewedQuery, type UnreviewedQuery } from './review/unreviewed.query.ts';
import { systemQualificationRoutes } from './system-qualification/system-qualification.routes.ts';
import {
  makeReadLastQualification,
  systemQualificationDefinition,
} from './system-qualification/system-qualification.store.ts';
import { trailRoutes } from './trail/trail.routes.ts';
import { makeTrailService } from './trail/trail.service.ts';

/** Workers share the database of their service, which answers for both. */
const WORKERS: ReadonlySet<string> = new Set(['certificate-worker', 'audit-worker']);

/** All collections of the service, including those of archived entries where the database stores files. */
const COLLECTIONS = [...auditCollections.map(({ name }) => name), ...embeddedCollections];

const toAddresses = (config: AuditConfig): PeerAddresses => {
  const known: Record<string, string | undefined> = {
    identity: config.IDENTITY_GRPC_URL,
    entity: config.ENTITY_GRPC_URL,
    certificate: config.CERTIFICATE_GRPC_URL,
    quality: config.QUALITY_GRPC_URL,
    workflow: config.WORKFLOW_GRPC_URL,
    supplier: config.SUPPLIER_GRPC_URL,
    webhook: config.WEBHOOK_GRPC_URL,
    integration: config.INTEGRATION_GRPC_URL,
    'certificate-worker': config.CERTIFICATE_WORKER_GRPC_URL,
    'audit-worker': config.AUDIT_WORKER_GRPC_URL,
  };
  return Object.fromEntries(
    Object.entries(known).flatMap(([name, address]): [string, string][] => (address ? [[name, address]] : [])),
  );
};

type ReportParts = {
  config: AuditConfig;
  collection: EntryCollection;
  chains: Pick<Chains, 'chains' | 'segments'>;
  verify: ChainService['verify'];
};

/** Compliance reports: their calls of other services, and their endpoints. */
const makeReports = (kit: Kit, parts: ReportParts) => {
  const { name, connection, identity, open, unitOfWork, listActs } = kit;
  const { config, collection, chains, verify } = parts;
  const peers = makePeers(toAddresses(config), identity.client, meshMember(config, name));
  const services = peers.names.filter((peer) => !WORKERS.has(peer));
  const entries = makeReportEntries(collection);
  const version = config.SYSTEM_VERSION ?? sourceVersion();
  const reports = makeReportService({
    makers: {
      electronic_signatures: makeSignatureSection({ peers, entries }),
      audit_trail_completeness: makeCompletenessSection({
        peers,
        entries,
        verify,
        store: chains.chains,
        segments: chains.segments,
        compareActs: makeActComparison({ peers, services, own: { name, listActs }, store: chains.chains }),
      }),
      access_controls: makeAccessSection({ peers, entries }),
      system_validations: makeSystemSection({
        peers,
        own: { name, version },
        lastVerification: makeLastVerification(connection),
        lastRestoreDrill: makeRestoreDrillStore(open(restoreDrillDefinition)).readLast,
        lastQualification: makeReadLastQualification(open(systemQualificationDefinition)),
        expiring: makeExpiring(connection, COLLECTIONS),
      }),
    },
    needs: {
      electronic_signatures: ['workflow', 'entity', 'quality'],
      audit_trail_completeness: services,
      access_controls: ['identity'],
      system_validations: peers.names,
    },
    peers,
    removedUntil: makeRemovedUntil(connection),
    store: makeReportStore(open(reportDefinition)),
    organizations: identity.organizations,
    unitOfWork,
    version,
  });
  return { routes: reportRoutes(reports), stop: peers.close };
};

/** Retention policies and legal holds. */
const composeRetention = (kit: Kit): { routes: AnyRoute[]; isHeld: IsHeld } => {
  const { policies, holds, turn } = openRetention(kit);
  const { unitOfWork, clock } = kit;
  return {
    isHeld: makeIsHeld({ holds, clock }),
    routes: [
      ...retentionRoutes(makeRetentionService({ store: policies, turn, unitOfWork })),
      ...holdRoutes(makeHoldService({ store: holds, turn, unitOfWork })),
    ],
  };
};

/** Reviews of the log and of trails, and what is not reviewed yet. */
const composeReviews = (
  { open, unitOfWork, identity }: Kit,
  { entries, requireTrailReader }: { entries: EntryCollection; requireTrailReader: RequireTrailReader },
): { routes: AnyRoute[]; unreviewed: UnreviewedQuery } => {
  const { organizations } = identity;
  const reviews = open(reviewDefinition);
  const readIntervalDays = async (orgId: string) => (await organizations.get(orgId)).audit_review_interval_days;
  return {
    routes: [
      // Before the path of one review, which matches any segment.
      ...dueReviewRoutes(makeReadDueReview({ entries, reviews, readIntervalDays })),
      ...reviewRoutes(makeReviewService({ reviews, entries, unitOfWork }), requireTrailReader),
    ],
    unreviewed: makeUnreviewedQuery({ entries, findReviewed: makeFindReviewed(reviews) }),
  };
};

type ExportParts = {
  entries: EntryCollection;
  chains: Pick<Chains, 'chains' | 'segments' | 'reader'>;
  files: FileStore;
  /** Another queue, for tests that share a broker. */
  queue: string | undefined;
};

/** The routes of exports. */
const makeExportRoutes = (
  { open, tasks, unitOfWork }: Kit,
  { entries, chains, files, queue = auditTasks.export.queue }: ExportParts,
): AnyRoute[] =>
  exportRoutes(
    makeExportService({
      store: makeExportStore(open(exportDefinition)),
      entries: openExportedLog(entries, chains),
      chain: chains.chains,
      files,
      giveExport: ({ id }, call) => tasks.enqueue({ ...auditTasks.export, queue }, call, { job_id: id }),
      unitOfWork,
    }),
  );

type SearchParts = {
  removedBetween: RemovedBetween;
  unreviewed: UnreviewedQuery;
  requireTrailReader: RequireTrailReader;
};

/** Searching the log. The path of one entry matches any segment, so these routes are mounted last. */
const composeSearch = (
  entries: EntryCollection,
  { removedBetween, unreviewed, requireTrailReader }: SearchParts,
): { routes: AnyRoute[] } => {
  const count = makeEntryCount({ entries, removedBetween });
  const search = makeEntryService({ entries, count });
  return {
    routes: [
      ...trailRoutes(makeTrailService({ entries, count, unreviewed }), requireTrailReader),
      ...entryListRoutes(search),
      entryRoute(search),
    ],
  };
};

type Options = StartOptions & {
  clock?: Clock;
  /** The prefix of the queues' names. Another deployment on the same broker needs another one. */
  queuePrefix?: string;
  /** Another queue of exports, for tests that share a broker. */
  exportQueue?: string;
};

const composeAudit =
  (config: AuditConfig, { queuePrefix = 'audit', exportQueue }: Options) =>
  async (kit: Kit): Promise<Composed> => {
    const { clock, log } = kit;
    const collection = kit.open(entryDefinition);
    const ring = makeKeyRing({ signingKey: config.AUDIT_SIGNING_KEY, formerKeys: config.AUDIT_FORMER_KEYS });
    const files = await openFileStore(config, kit);
    const checkpointArchive = await openCheckpointArchive(config, { use: 'read', clock });
    const chains = openChains(kit, { ring, files, checkpointArchive });
    const verification = openVerification(kit, chains);
    const retention = composeRetention(kit);
    const workflow = makeServiceClient('workflow', config.WORKFLOW_GRPC_URL, meshMember(config, kit.name));
    const requireTrailReader = makeRequireTrailReader(workflow);
    const reviews = composeReviews(kit, { entries: collection, requireTrailReader });
    const reports = makeReports(kit, { config, collection, chains, verify: verification.verify });
    const copies = openCopies(kit, { config, entries: collection, chains, ring });
    const metrics = makeRecorderMetrics(kit);
    exposeBackupAge(makeBackupStore(kit.open(backupDefinition)), kit.metrics);
    const recorders: Recorder[] = Array.from({ length: BROKER.partitions }, (_, partition) =>
      makeRecorder({
        queue: { name: auditQueueName(partition, queuePrefix), partition, singleActive: true },
        writer: makeChainWriter({ store: chains.chains, clock, log }),
        log,
        metrics,
      }),
    );
    return {
      routes: [
        ...chainRoutes(verification, toEvidenceKey(config.AUDIT_SIGNING_KEY)),
        ...checkpointRoutes(chains.checkpointParts.store),
        ...reports.routes,
        ...copies.routes,
        ...retention.routes,
        ...reviews.routes,
        ...systemQualificationRoutes({
          rows: kit.open(systemQualificationDefinition),
          ring,
          unitOfWork: kit.unitOfWork,
        }),
        ...makeExportRoutes(kit, { entries: collection, chains, files, queue: exportQueue }),
        ...composeSearch(collection, {
          removedBetween: chains.segments.removedBetween,
          unreviewed: reviews.unreviewed,
          requireTrailReader,
        }).routes,
      ],
      grpc: [auditGrpc({ isHeld: retention.isHeld, unreviewed: reviews.unreviewed, log })],
      consumers: recorders.map((recorder) => recorder.consumer),
      checks: { files: files.isReady },
      async stop() {
        await Promise.all(recorders.map((recorder) => recorder.stop()));
        reports.stop();
        copies.stop();
        workflow.close();
        files.close();
        checkpointArchive?.close();
      },
    };
  };

/** Starts the audit service. */
export const startAuditService = (config: AuditConfig, options: Options = {}): Promise<RunningService> =>
  startService(
    {
      name: 'audit',
      config,
      collections: auditCollections,
      compose: composeAudit(config, options),
      ...(options.clock ? { clock: options.clock } : {}),
    },
    options,
  );
