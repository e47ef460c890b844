import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Advice } from '../runtime/command-line.ts';
import type { Requirement } from './requirement.ts';
import type { StepResult } from './result.ts';

/** What is read of a pack. */
export type ReadPack = {
  version: string;
  run: string;
  requirements: Pick<Requirement, 'id' | 'text'>[];
  steps: Pick<StepResult, 'id' | 'title' | 'specification' | 'outcome' | 'covers'>[];
};

/** Reads a pack from its folder. Throws `Advice` where it is none. */
export const readPack = (folder: string): ReadPack => {
  const read = (name: string) => {
    try {
      return JSON.parse(readFileSync(join(folder, name), 'utf8'));
    } catch (error) {
      throw new Advice(`${folder} is no qualification pack: ${(error as Error).message}`);
    }
  };
  const { system, run } = read('qualification.json');
  return { version: system.version, run, requirements: read('requirements.json'), steps: read('steps.json') };
};

const toKey = ({ covers, title }: ReadPack['steps'][number]): string => `${covers[0] ?? ''} ${title}`;

const list = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [`${title}: none`] : [`${title}:`, ...lines.map((line) => `  ${line}`)];

/**
 * What has changed between the packs of two versions, in lines: requirements that are new, gone or worded differently, steps that are new,
 * gone or expect something else, and steps whose result differs. Those are the ones to assess again after an upgrade.
 */
export const comparePacks = (before: ReadPack, after: ReadPack): string[] => {
  const texts = new Map(before.requirements.map(({ id, text }) => [id, text]));
  const ids = new Set(after.requirements.map(({ id }) => id));
  const earlier = new Map(before.steps.map((step) => [toKey(step), step]));
  const later = new Map(after.steps.map((step) => [toKey(step), step]));
  const show = ({ id, title }: { id: string; title: string }) => `${id} ${title}`;
  const changed = after.steps.flatMap((step) => {
    const former = earlier.get(toKey(step));
    return former ? [{ step, former }] : [];
  });
  return [
    `Version ${before.version} (run ${before.run}) compared with version ${after.version} (run ${after.run})`,
    ...list(
      'Requirements that are new',
      after.requirements.filter(({ id }) => !texts.has(id)).map(({ id, text }) => `${id}: ${text}`),
    ),
    ...list(
      'Requirements that are gone',
      before.requirements.filter(({ id }) => !ids.has(id)).map(({ id, text }) => `${id}: ${text}`),
    ),
    ...list(
      'Requirements that are worded differently',
      after.requirements
        .filter(({ id, text }) => texts.has(id) && texts.get(id) !== text)
        .map(({ id, text }) => `${id}: ${text}`),
    ),
    ...list('Steps that are new', after.steps.filter((step) => !earlier.has(toKey(step))).map(show)),
    ...list('Steps that are gone', before.steps.filter((step) => !later.has(toKey(step))).map(show)),
    ...list(
      'Steps that expect something else',
      changed
        .filter(({ step, former }) => step.specification !== former.specification)
        .map(({ step, former }) => `${show(step)}: ${former.specification} → ${step.specification}`),
    ),
    ...list(
      'Steps with another result',
      changed
        .filter(({ step, former }) => step.outcome !== former.outcome)
        .map(({ step, former }) => `${show(step)}: ${former.outcome} → ${step.outcome}`),
    ),
  ];
};
