/** The parts of the kit that a pure file may import: no I/O, no HTTP, no database. */

export * from './call.ts';
export * from './clock.ts';
export * from './error.ts';
export * from './event/make-event.ts';
export * from './event/move-act.ts';
export * from './move/move-order.ts';
export * from './record-move.ts';
