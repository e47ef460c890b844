import { formerKeysVariable, grpcAddress, loadConfig, serviceEnvironment, signingKeyVariable } from '@qsc/service-kit';
import type { z } from 'zod';

const environment = {
  ...serviceEnvironment,
  AUDIT_GRPC_URL: grpcAddress,
  ENTITY_GRPC_URL: grpcAddress,
  QUALITY_GRPC_URL: grpcAddress,
  WORKFLOW_SIGNING_KEY: signingKeyVariable,
  WORKFLOW_FORMER_KEYS: formerKeysVariable,
} as const;

/** What the workflow service reads from its environment. */
export type WorkflowConfig = z.infer<z.ZodObject<typeof environment>>;

/** The configuration of the service; the only reader of the environment. Throws a sentence that names what is missing. */
export const readConfig = (): WorkflowConfig => loadConfig(environment, process.env);
