/** The parts of the kit that a program without a database and a broker is made of: the gateway. */

export * from './config.ts';
export * from './context.ts';
export * from './error.ts';
export * from './grpc/client.ts';
export * from './http/authenticate.ts';
export * from './http/drain-body.ts';
export * from './http/health.ts';
export * from './http/problem.ts';
export * from './http/request.ts';
export * from './http/server.ts';
export * from './http/trace.ts';
export * from './http/trusted-proxies.ts';
export * from './identity/client.ts';
export * from './identity/organization.ts';
export * from './identity/watch.ts';
export * from './life.ts';
export * from './log.ts';
export * from './mesh-secret.ts';
export * from './metrics.ts';
export * from './source-version.ts';
export * from './start-fault.ts';
export * from './telemetry.ts';
export { type Certificates, certificatesOf } from './tls/certificate.ts';
export { watchCertificates } from './tls/certificate-metrics.ts';
export { type TlsConfig, tlsEnvironment } from './tls/environment.ts';
export * from './tls/mesh.ts';
export * from './token-verifier.ts';
