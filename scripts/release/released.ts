import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Envelope, eventsByProducer, Task, taskDefinitions } from '@qsc/contracts/events';
import type { z } from 'zod';
import { REPOSITORY } from '../runtime/paths.ts';
import { makeSample, revive } from './sample.ts';
import { STORED, type StoredShape, SYSTEM } from './stored-shape.ts';

/** A shape as a release has written it: with all that it may hold, and with no more than it must. */
export type Released = { full: unknown; least: unknown };

/** The shapes of one file, by their names. */
export type ShapeFile = { path: string; shapes: ReadonlyMap<string, z.ZodType> };

const storedFile = (path: string, definitions: readonly StoredShape[]): ShapeFile => ({
  path,
  shapes: new Map(definitions.map(({ name, shape }) => [name, shape])),
});

const messages: ShapeFile = {
  path: 'packages/contracts/released/messages.json',
  shapes: new Map<string, z.ZodType>([
    ...[['Envelope', Envelope] as const, ['Task', Task] as const],
    ...taskDefinitions.map(({ type, payload }) => [type, payload] as const),
  ]),
};

/** Every shape that two releases share: what events carry, and what is stored. */
export const shapeFiles: readonly ShapeFile[] = [
  messages,
  ...Object.entries(eventsByProducer).map(([producer, events]) => ({
    path: `packages/contracts/released/events/${producer}.json`,
    shapes: new Map(Object.values(events).map(({ type, payload }) => [type, payload])),
  })),
  storedFile('packages/service-kit/released/stored.json', SYSTEM),
  ...Object.entries(STORED).map(([service, definitions]) =>
    storedFile(`services/${service}/released/stored.json`, definitions),
  ),
];

/** What a file holds of the release; nothing where it is not there yet. */
export const readReleased = (path: string): Record<string, Released> => {
  const file = join(REPOSITORY, path);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Released>) : {};
};

/** The samples of a shape as it is today. Throws when the shape itself does not read them: give the schema an example. */
export const makeRelease = (name: string, shape: z.ZodType): Released => {
  const released = { full: makeSample(shape, 'full'), least: makeSample(shape, 'least') };
  const [fault] = findFaults(shape, released);
  if (fault !== undefined) throw new Error(`No sample of ${name} could be made: ${fault}. Give its schema an example.`);
  return released;
};

/**
 * What keeps the code of today and that of the release from working beside each other, each as a sentence: today's must read
 * what the release has written, and what the release counts on must still be written.
 */
export const findFaults = (shape: z.ZodType, released: Released): string[] => [
  ...(['full', 'least'] as const).flatMap((extent) => unread(shape, released[extent], extent)),
  ...missing(released.least, makeSample(shape, 'least'), ''),
];

const unread = (shape: z.ZodType, sample: unknown, extent: string): string[] => {
  const { error } = shape.safeParse(revive(sample));
  return (error?.issues ?? []).map(
    ({ path, message }) => `the ${extent} sample is not read: ${path.join('.') || 'it'}: ${message}`,
  );
};

const getKind = (value: unknown): string => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value);

/** Where something that the release always had is gone, or is of another kind. What it had as null may be anything. */
const missing = (before: unknown, now: unknown, at: string): string[] => {
  if (before === null) return [];
  if (getKind(before) !== getKind(now))
    return [`${at || 'it'} was always ${getKind(before)} and may be ${getKind(now)}`];
  if (typeof before !== 'object') return [];
  return Object.entries(before).flatMap(([key, value]) => {
    const path = at === '' ? key : `${at}.${key}`;
    const next = (now as Record<string, unknown>)[key];
    return next === undefined ? [`${path} was always there and need not be any more`] : missing(value, next, path);
  });
};
