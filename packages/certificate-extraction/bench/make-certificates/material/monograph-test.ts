import type { Limit, MonographTest } from './material.ts';

type Detail = Partial<Omit<MonographTest, 'name' | 'limit' | 'unit'>>;

/** A test that must not exceed `max`, in `unit`; good batches lie between a tenth and three quarters of it. */
export function atMost(name: string, [max, unit]: readonly [number, string], detail: Detail = {}): MonographTest {
  return complete(
    name,
    unit,
    { typical: [max * 0.1, max * 0.75], decimals: places(max), ...detail },
    { kind: 'max', max },
  );
}

/** A test that must reach `min`, in `unit`. */
export function atLeast(name: string, [min, unit]: readonly [number, string], detail: Detail = {}): MonographTest {
  return complete(
    name,
    unit,
    { typical: [min * 1.002, min * 1.03], decimals: places(min), ...detail },
    { kind: 'min', min },
  );
}

/** A test that must lie between two values, both allowed, in `unit`. */
export function within(
  name: string,
  [min, max, unit]: readonly [number, number, string],
  detail: Detail = {},
): MonographTest {
  const edge = (max - min) * 0.15;
  const decimals = Math.max(places(min), places(max));
  return complete(name, unit, { typical: [min + edge, max - edge], decimals, ...detail }, { kind: 'range', min, max });
}

/** A test whose requirement and results are descriptions. */
export function described(
  name: string,
  words: readonly [string, readonly string[], readonly string[]],
  detail: Detail = {},
): MonographTest {
  const [text, good, bad] = words;
  return complete(name, '', { topic: 'description', ...detail }, { kind: 'text', text, good, bad });
}

/** A test for something that must not be there in `amount` of the material. */
export function absentIn(name: string, amount: string, detail: Detail = {}): MonographTest {
  return complete(name, '', { topic: 'microbe', ...detail }, { kind: 'absent', amount });
}

/** A test whose value is only reported. */
export function reported(
  name: string,
  [low, high, unit]: readonly [number, number, string],
  detail: Detail = {},
): MonographTest {
  return complete(name, unit, { typical: [low, high], decimals: places(low), ...detail }, { kind: 'report' });
}

function complete(name: string, unit: string, detail: Detail, limit: Limit): MonographTest {
  const plain = { topic: 'physical', decimals: 1, typical: [0, 0], trace: null, method: 'In-house' } as const;
  return { ...plain, ...detail, name, limit, unit };
}

function places(value: number): number {
  return (String(value).split('.')[1] ?? '').length;
}
