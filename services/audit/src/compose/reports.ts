import { embeddedCollections } from '@qsc/file-store';
import { type Kit, meshMember, sourceVersion } from '@qsc/service-kit';
import type { ChainService } from '../chain/chain.service.ts';
import type { AuditConfig } from '../config.ts';
import type { EntryCollection } from '../entry/entry.store.ts';
import { makeAccessSection } from '../report/access-section.ts';
import { makeActComparison } from '../report/act-comparison.ts';
import { makeCompletenessSection } from '../report/completeness-section.ts';
import { makeExpiring } from '../report/expiring.query.ts';
import { makePeers, type PeerAddresses } from '../report/peer.client.ts';
import { reportRoutes } from '../report/report.routes.ts';
import { makeReportService } from '../report/report.service.ts';
import { makeLastVerification, makeRemovedUntil, makeReportStore, reportDefinition } from '../report/report.store.ts';
import { makeReportEntries } from '../report/report-entry.query.ts';
import { makeSignatureSection } from '../report/signature-section.ts';
import { makeSystemSection } from '../report/system-section.ts';
import { makeRestoreDrillStore, restoreDrillDefinition } from '../restore-drill/restore-drill.store.ts';
import type { Chains } from './chain.ts';
import { auditCollections } from './collections.ts';

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

type Parts = {
  config: AuditConfig;
  collection: EntryCollection;
  chains: Pick<Chains, 'chains' | 'segments'>;
  verify: ChainService['verify'];
};

/** Compliance reports: their calls of other services, and their endpoints. */
export const makeReports = (kit: Kit, parts: Parts) => {
  const { name, connection, identity, open, unitOfWork, listActs } = kit;
  if (!identity) throw new Error('The audit service needs the identity service.');
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
