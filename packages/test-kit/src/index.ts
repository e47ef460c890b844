export * from './api-client.ts';
export * from './environment.ts';
export * from './event-tap.ts';
export * from './eventually.ts';
export * from './service-config.ts';
export * from './stand-in-identity.ts';
export * from './stop-at-every-moment.ts';
export * from './tcp-proxy.ts';
