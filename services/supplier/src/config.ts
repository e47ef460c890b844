import { loadConfig, type ServiceConfig, serviceEnvironment } from '@qsc/service-kit';

/** The configuration of the service; the only reader of the environment. */
export const readConfig = (): ServiceConfig => loadConfig(serviceEnvironment, process.env);
