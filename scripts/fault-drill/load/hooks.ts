import type { Receiver, Receivers, Webhook } from '../receiver/receiver.ts';
import { type Pen, postOnce } from './pen.ts';

/** Registers a webhook of the pen's organisation at each receiver, for every audit entry. Once for an organisation. */
export const registerHooks = async (pen: Pen, { steady, moody }: Receivers): Promise<void> => {
  if (pen.webhooks.length > 0) return;
  pen.webhooks.push(await register(pen, { name: 'steady', receiver: steady }));
  pen.webhooks.push(await register(pen, { name: 'moody', receiver: moody }));
};

const register = async (
  { orgId, admin }: Pen,
  { name, receiver }: { name: string; receiver: Receiver },
): Promise<Webhook> => {
  const path = `/${orgId}/${name}`;
  const body = { url: receiver.getUrl(path), events: ['audit.create'] };
  const answer = await postOnce({ apis: admin }, { path: '/v1/webhooks', key: `webhook-${orgId}-${name}`, body });
  const { id } = (answer as { data: { id: string } }).data;
  return { id, since: new Date(), receipts: receiver.receipts(path) };
};
