import { z } from 'zod';
import { type ItemResult, idempotencyKey, parseAnswer, RecordError, refusalOf } from './answer.ts';
import type { Client } from './client.ts';
import type { NewEntity } from './entity-shapes.ts';

const Created = z.object({ data: z.object({ id: z.string() }) });

const Refused = z.object({ error: RecordError });

/** What the API answers to a supplier that it does not take, such as one whose code another has; it answers it every time. */
const REFUSALS: readonly number[] = [409, 422];

/** Creates a supplier at its own endpoint, without its relationships; `replayed` tells that the answer is an earlier one. */
export const makeCreateSupplier =
  ({ send }: Client) =>
  async (supplier: NewEntity, again: boolean): Promise<{ result: ItemResult; replayed: boolean }> => {
    const body = JSON.stringify(supplierOf(supplier));
    const key = idempotencyKey(body, again);
    const answer = await send({ method: 'POST', path: '/v1/suppliers', body, idempotencyKey: key });
    const refused = REFUSALS.includes(answer.status) ? Refused.safeParse(answer.body) : null;
    if (refused?.success) return { result: { refused: refusalOf(refused.data.error) }, replayed: false };
    return { result: { id: parseAnswer(Created, answer, [201]).data.id }, replayed: answer.replayed };
  };

/** The status in which every supplier begins; the endpoint sets it itself. */
const FIRST_STATUS = 'new';

/** A supplier as its endpoint takes it. Where the file tells no code, what identifies it in its source is one. */
const supplierOf = ({ name, attributes }: NewEntity) => {
  const { supplier_code, qualification_status: status, ...rest } = attributes;
  return {
    name,
    supplier_code: String(supplier_code ?? `${rest.source}-${rest.source_key}`),
    attributes: status === undefined || status === FIRST_STATUS ? rest : { ...rest, qualification_status: status },
  };
};
