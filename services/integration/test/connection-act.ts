import type { ApiAnswer, ApiClient } from '@qsc/test-kit';
import { expect } from 'chai';

export const CONNECTIONS = '/integrations/connections';

/** The mask of a secret. */
export const MASK = '********';

/** Makes a connection and gives its path. */
export const createConnection = async (api: ApiClient, body: object): Promise<string> => {
  const made = await api.post(CONNECTIONS, body);
  expect(made.status, JSON.stringify(made.body)).to.equal(201);
  expect(made.headers.get('location')).to.equal(`/v1${CONNECTIONS}/${made.body.data.id}`);
  return `${CONNECTIONS}/${made.body.data.id}`;
};

export const readConnection = async (api: ApiClient, path: string) => (await api.get(path)).body.data;

/** The fields that a refusal names. */
export const toFields = (answer: ApiAnswer): string[] => {
  expect(answer.status, JSON.stringify(answer.body)).to.equal(422);
  return answer.body.error.details.fields.map(({ field }: { field: string }) => field);
};
