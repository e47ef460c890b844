import { Advice, type Say } from '../runtime/command-line.ts';
import { type Demo, writeDemo } from '../runtime/demo.ts';
import type { DataPaths } from '../runtime/paths.ts';
import { DEMO_SUMMARY, fillDemo } from './fill-demo.ts';

/**
 * Gives the main demo organisation its records, once: what people change or delete afterwards stays as they left it. Throws
 * `Advice` when they are not complete; the next call goes on.
 */
export const ensureRecords = async (demo: Demo, paths: Pick<DataPaths, 'demo'>, say: Say): Promise<void> => {
  if (demo.records) return;
  say('demo          creating suppliers, components, products, certificates and quality events');
  await fillDemo({ ...demo, quality_password: derivePassword(demo) }, new Date());
  writeDemo(paths, { ...demo, records: true });
};

const derivePassword = ({ users }: Demo): string => {
  const manager = users.find(({ role }) => role === 'quality_manager');
  if (manager === undefined) throw new Advice('The demo organisation has no quality manager.');
  return manager.password;
};

/** Who is named for the dashboard: one who reports and works on events, and one who decides on them. */
const DASHBOARD_ROLES = ['quality_specialist', 'quality_manager'];

const describeUser = ({ users }: Demo, role: string): string => {
  const user = users.find((one) => one.role === role);
  return user ? `                 ${user.email}  ${user.password}` : '';
};

/** How a person reaches the demo organisation: addresses, keys, what is in it and a first request. */
export const describeDemo = (demo: Demo): string => `
The mesh is ready.

  Base URL       ${demo.base_url}
  Token URL      ${demo.auth_url}/oauth/token
  Documentation  ${demo.docs_url}
  Dashboard      ${demo.base_url}/app
${DASHBOARD_ROLES.map((role) => describeUser(demo, role)).join('\n')}
  API key        ${demo.api_key}
  Quality key    ${demo.quality_api_key}
                 (acts for the quality manager, who qualifies suppliers and validates certificates)

In the demo organisation: ${DEMO_SUMMARY}.

  curl -s -H "Authorization: Bearer ${demo.api_key}" \\
    "${demo.base_url}/v1/suppliers?qualification_status=qualified,conditional&sort=name"
`;
