/** The parts of the kit that a pure file may import: no I/O, no HTTP, no database. */

export * from './call.ts';
export * from './changes.ts';
export * from './clock.ts';
export * from './error.ts';
export * from './event/make-event.ts';
export * from './event/transition-act.ts';
export * from './evidence/canonical-json.ts';
export * from './evidence/evidence-key.ts';
export * from './evidence/jws.ts';
export * from './evidence/key-ring.ts';
export type { Sealing } from './evidence/sealing.ts';
export type { CopiedRecord } from './grpc/copy.ts';
export type { Reference } from './grpc/reference.ts';
export * from './merge-patch.ts';
export * from './outbound/address.ts';
export * from './outbound/retry-after.ts';
export * from './outbound/rule.ts';
export * from './state-transition.ts';
export * from './transition/missing-field.ts';
export type { Reservation } from './transition/reservation.ts';
