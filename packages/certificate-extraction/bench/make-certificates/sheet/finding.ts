import type { Limit, MonographTest } from '../material/material.ts';
import type { Random } from '../random.ts';

/**
 * What the laboratory found for one test, before it is put into words. `value` is rounded to the decimals that are
 * printed; for `below` it is the limit of quantitation. `pass` is null where the monograph sets no limit.
 */
export type Finding = {
  test: MonographTest;
  kind: 'number' | 'below' | 'not-detected' | 'description' | 'word' | 'absent' | 'present';
  value: number | null;
  text: string | null;
  pass: boolean | null;
};

/** Draws one finding; with `fails` it lies outside the limit (tests without a limit cannot fail). */
export function drawFinding(test: MonographTest, fails: boolean, random: Random): Finding {
  const { limit } = test;
  if (limit.kind === 'report') return numeric(test, random.between(...test.typical), null);
  if (limit.kind === 'absent')
    return { test, kind: fails ? 'present' : 'absent', value: null, text: null, pass: !fails };
  if (limit.kind === 'text') return drawDescription(test, limit, { fails, random });
  if (fails) return numeric(test, outside(test, limit, random), false);
  if (limit.kind === 'max' && test.trace !== null && random.chance(0.45)) return drawTrace(test, random);
  return numeric(test, random.between(...test.typical), true);
}

function drawTrace(test: MonographTest, random: Random): Finding {
  const kind = random.chance(0.6) ? 'below' : 'not-detected';
  return { test, kind, value: kind === 'below' ? test.trace : null, text: null, pass: true };
}

function drawDescription(
  test: MonographTest,
  limit: Limit & { kind: 'text' },
  { fails, random }: { fails: boolean; random: Random },
): Finding {
  const words = fails ? limit.bad : limit.good;
  if (words.length === 0 || random.chance(fails ? 0.3 : 0.5))
    return { test, kind: 'word', value: null, text: null, pass: !fails };
  return { test, kind: 'description', value: null, text: random.pick(words), pass: !fails };
}

function numeric(test: MonographTest, value: number, pass: boolean | null): Finding {
  const rounded = Number(value.toFixed(test.decimals));
  return { test, kind: 'number', value: rounded === 0 ? 0 : rounded, text: null, pass };
}

/** A value that is still outside the limit after it was rounded. */
function outside(test: MonographTest, limit: Limit & { kind: 'max' | 'min' | 'range' }, random: Random): number {
  const step = 10 ** -test.decimals;
  if (limit.kind === 'max') return limit.max + Math.max(step, limit.max * random.between(0.03, 0.6));
  if (limit.kind === 'min') return limit.min - Math.max(step, limit.min * random.between(0.005, 0.05));
  const far = Math.max(step, (limit.max - limit.min) * random.between(0.1, 0.8));
  return random.chance(0.5) && limit.min - far > 0 ? limit.min - far : limit.max + far;
}

/** Draws the findings of a batch: no failing one at all, or about one in eight and at least one. */
export function drawFindings(tests: readonly MonographTest[], failing: boolean, random: Random): Finding[] {
  const candidates = tests.filter((test) => test.limit.kind !== 'report');
  const bad = new Set<MonographTest>();
  if (failing && candidates.length > 0) bad.add(random.pick(candidates));
  return tests.map((test) => drawFinding(test, bad.has(test) || (failing && random.chance(0.08)), random));
}
