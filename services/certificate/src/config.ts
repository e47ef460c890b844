import { type FileStoreConfig, fileStoreEnvironment } from '@qsc/file-store';
import { loadConfig, type MailConfig, mailEnvironment, type ServiceConfig, serviceEnvironment } from '@qsc/service-kit';

/** The settings of the certificate service and its worker. */
export type CertificateConfig = ServiceConfig & FileStoreConfig & MailConfig;

/** The configuration of the service; the only reader of the environment. */
export const readConfig = (): CertificateConfig =>
  loadConfig({ ...serviceEnvironment, ...fileStoreEnvironment, ...mailEnvironment }, process.env);
