import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { makeMapping, readJson, type StartPartner } from './partner.ts';

type Ready = { url: string; user: { username: string; password: string } };
type Page = { responseStatus: string; responseDetails: { next_page?: string }; data: unknown[] };

const API_VERSION = 'v25.2';

/** The simulator of Vault, with vendors. */
export const startVaultPartner: StartPartner = async (count) => {
  const child = fork(join(import.meta.dirname, 'vault-process.ts'), [String(count)]);
  const [{ url, user }] = (await once(child, 'message')) as [Ready];
  const post = async (path: string, form: Record<string, string>, session?: string): Promise<Page> => {
    const headers = session ? { authorization: session } : undefined;
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      ...(headers ? { headers } : {}),
    });
    const page = (await readJson(answer)) as Page;
    if (page.responseStatus !== 'SUCCESS') throw new Error(`The simulator answered ${JSON.stringify(page)}.`);
    return page;
  };
  return {
    name: 'Vault simulator',
    connection: {
      type: 'veeva_vault',
      authentication: { type: 'session', ...user },
      endpoints: { api_base: url, api_version: API_VERSION },
    },
    mapping: makeMapping('vendor__v', { name: 'name__v', code: 'vendor_code__c' }),
    async *pages(size) {
      const { sessionId } = (await post(`/api/${API_VERSION}/auth`, user)) as unknown as { sessionId: string };
      const q = `SELECT id, name__v, vendor_code__c, modified_date__v FROM vendor__v ORDER BY modified_date__v, id PAGESIZE ${size}`;
      let page = await post(`/api/${API_VERSION}/query`, { q }, sessionId);
      yield page.data;
      while (page.responseDetails.next_page) {
        page = await post(page.responseDetails.next_page, {}, sessionId);
        yield page.data;
      }
    },
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
};
