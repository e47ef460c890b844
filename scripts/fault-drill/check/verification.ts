import { type Pen, refusal } from '../load/pen.ts';

type Reader = Pick<Pen, 'apis'>;

/** What `GET /v1/audit-logs/verify` finds broken in the chain of an organisation. Empty when the chain is valid. */
export const findBrokenChain = async (pen: Reader): Promise<string[]> => {
  const { valid, first_broken } = await read<{ valid: boolean; first_broken: unknown }>(pen, '/v1/audit-logs/verify');
  return valid ? [] : [JSON.stringify(first_broken)];
};

/** The signatures of an organisation that `GET /v1/signatures/{id}/verify` finds invalid, each with its reason. */
export const findInvalidSignatures = async (pen: Reader, ids: readonly string[]): Promise<string[]> => {
  const invalid: string[] = [];
  for (const id of ids) {
    const path = `/v1/signatures/${id}/verify`;
    const { status, reason } = await read<{ status: string; reason: string | null }>(pen, path);
    if (status === 'invalid') invalid.push(`${id} is ${reason}`);
  }
  return invalid;
};

const read = async <T>({ apis: [api] }: Reader, path: string): Promise<T> => {
  const answer = await api.insist({ method: 'GET', path });
  if (answer.status !== 200) throw refusal(`GET ${path}`, answer);
  return (answer.body as { data: T }).data;
};
