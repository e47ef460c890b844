import { Advice, type Say } from '../runtime/command-line.ts';
import { type Demo, writeDemo } from '../runtime/demo.ts';
import type { DataPaths } from '../runtime/paths.ts';
import { fillDemo } from './fill-demo.ts';

/**
 * Gives the main demo organisation its records, once: what people change or delete afterwards stays as they left it. Throws
 * `Advice` when they are not complete; the next call goes on.
 */
export const ensureRecords = async (demo: Demo, paths: Pick<DataPaths, 'demo'>, say: Say): Promise<void> => {
  if (demo.records) return;
  say('demo          creating suppliers, components, products, certificates and quality events');
  await fillDemo({ ...demo, quality_password: passwordOf(demo) }, new Date());
  writeDemo(paths, { ...demo, records: true });
};

const passwordOf = ({ users }: Demo): string => {
  const manager = users.find(({ role }) => role === 'quality_manager');
  if (manager === undefined) throw new Advice('The demo organisation has no quality manager.');
  return manager.password;
};
