import { fileStoreEnvironment } from '@qsc/file-store';
import { formerKeysVariable, grpcAddress, loadConfig, serviceEnvironment, signingKeyVariable } from '@qsc/service-kit';
import { z } from 'zod';
import { checkpointArchiveEnvironment } from './checkpoint/open-checkpoint-archive.ts';

const shared = {
  ...serviceEnvironment,
  ...fileStoreEnvironment,
  ...checkpointArchiveEnvironment,
  AUDIT_SIGNING_KEY: signingKeyVariable,
  AUDIT_FORMER_KEYS: formerKeysVariable,
  /** How long the file of an export can be downloaded. */
  AUDIT_EXPORT_TTL_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(36_500 * 86_400)
    .default(7 * 86_400),
} as const;

const serviceVariables = {
  ...shared,
  ENTITY_GRPC_URL: grpcAddress,
  CERTIFICATE_GRPC_URL: grpcAddress,
  QUALITY_GRPC_URL: grpcAddress,
  WORKFLOW_GRPC_URL: grpcAddress,
  /** Further programs whose acts and versions a compliance report reads; one without an address is left out. */
  SUPPLIER_GRPC_URL: grpcAddress.optional(),
  WEBHOOK_GRPC_URL: grpcAddress.optional(),
  INTEGRATION_GRPC_URL: grpcAddress.optional(),
  CERTIFICATE_WORKER_GRPC_URL: grpcAddress.optional(),
  AUDIT_WORKER_GRPC_URL: grpcAddress.optional(),
} as const;

const workerEnvironment = {
  ...shared,
  /** After how many entries of an organisation a checkpoint is signed at the latest. */
  AUDIT_CHECKPOINT_ENTRIES: z.coerce.number().int().min(1).default(10_000),
  /** How long an entry waits for the next checkpoint at most. */
  AUDIT_CHECKPOINT_SECONDS: z.coerce.number().int().min(1).max(31_536_000).default(3_600),
} as const;

/** What the audit service reads from its environment. */
export type AuditConfig = z.infer<z.ZodObject<typeof serviceVariables>>;

/** What the audit worker reads from its environment. */
export type WorkerConfig = z.infer<z.ZodObject<typeof workerEnvironment>>;

/** The configuration of the service. Throws a sentence that names what is missing. */
export const readConfig = (): AuditConfig => loadConfig(serviceVariables, process.env);

/** The configuration of the worker. Throws a sentence that names what is missing. */
export const readWorkerConfig = (): WorkerConfig => loadConfig(workerEnvironment, process.env);
