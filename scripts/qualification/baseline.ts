import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { Advice } from '../runtime/command-line.ts';

const Setting = z
  .strictObject({
    variable: z.string(),
    programs: z.union([z.literal('all'), z.array(z.string()).min(1)]),
    equals: z.string().optional(),
    pattern: z.string().optional(),
    set: z.boolean().optional(),
    why: z.string(),
  })
  .refine(
    ({ equals, pattern, set }) => [equals, pattern, set].filter((one) => one !== undefined).length === 1,
    'a setting has exactly one of equals, pattern and set',
  );

/** A setting as the organisation declares it. */
export type Setting = z.infer<typeof Setting>;

/** Reads a baseline. Throws `Advice` for what is none. */
export const readBaseline = (file: string): Setting[] => {
  try {
    return z
      .array(Setting)
      .min(1)
      .parse(parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Advice(`${basename(file)} is no baseline: ${(error as Error).message}`);
  }
};

const isAsDeclared = (value: string | undefined, { equals, pattern, set }: Setting): boolean => {
  if (set !== undefined) return (value !== undefined && value !== '') === set;
  if (equals !== undefined) return (value ?? '') === equals;
  return new RegExp(pattern ?? '').test(value ?? '');
};

const describeDeclared = ({ equals, pattern, set }: Setting): string => {
  if (set !== undefined) return set ? 'set' : 'not set';
  return equals !== undefined ? JSON.stringify(equals) : `one that fits ${pattern}`;
};

const SECRET = /SECRET|KEY|PASSWORD|TOKEN|URI|AMQP_URL|REDIS_URL/;

const showValue = (variable: string, value: string | undefined): string => {
  if (value === undefined) return 'not set';
  return SECRET.test(variable) ? 'another value (not shown)' : JSON.stringify(value);
};

/** A program and its environment. */
export type Program = { name: string; environment: Record<string, string> };

/** The differences between the settings of programs and the baseline, each as a sentence that names program and variable. */
export const findDifferences = (baseline: readonly Setting[], programs: readonly Program[]): string[] =>
  baseline.flatMap((setting) =>
    programs
      .filter(({ name }) => setting.programs === 'all' || setting.programs.includes(name))
      .flatMap(({ name, environment }) => {
        const value = environment[setting.variable];
        if (isAsDeclared(value, setting)) return [];
        const found = showValue(setting.variable, value);
        return [`${name}: ${setting.variable} is ${found}, declared: ${describeDeclared(setting)}`];
      }),
  );
