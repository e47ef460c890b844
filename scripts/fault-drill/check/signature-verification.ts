import { type Pen, refusal } from '../load/pen.ts';

/** The signatures of a pen's organisation, by their ids, which the API does not find as they were made. */
export const brokenSignatures = async ({ apis: [api] }: Pen, ids: readonly string[]): Promise<string[]> => {
  const broken: string[] = [];
  for (const id of ids) {
    const path = `/v1/signatures/${id}/verify`;
    const answer = await api.insist({ method: 'GET', path });
    if (answer.status !== 200) throw refusal(`GET ${path}`, answer);
    const { status, reason } = (answer.body as { data: { status: string; reason: string | null } }).data;
    if (status === 'invalid') broken.push(`${id} is ${reason}`);
  }
  return broken;
};
