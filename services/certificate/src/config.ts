import { type FileStoreConfig, fileStoreEnvironment } from '@qsc/file-store';
import { loadConfig, type MailConfig, mailEnvironment, type ServiceConfig, serviceEnvironment } from '@qsc/service-kit';
import { z } from 'zod';

/** The settings of the certificate service and its worker. */
export type CertificateConfig = ServiceConfig & FileStoreConfig & MailConfig & { ENTITY_GRPC_URL: string };

const environment = {
  ...serviceEnvironment,
  ...fileStoreEnvironment,
  ...mailEnvironment,
  ENTITY_GRPC_URL: z.string().min(1),
} as const;

/** The configuration of the service; the only reader of the environment. */
export const readConfig = (): CertificateConfig => loadConfig(environment, process.env);
