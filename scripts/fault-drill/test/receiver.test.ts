import { expect } from 'chai';
import { openReceiver, type Receiver } from '../receiver/receiver.ts';

describe('a receiver of the drill', () => {
  let receiver: Receiver;
  const send = async (messageId: string, path = '/one'): Promise<number> => {
    const body = JSON.stringify({ event: 'audit.create', data: { id: `log_${messageId}` } });
    return (await fetch(receiver.getUrl(path), { method: 'POST', body, headers: { 'webhook-id': messageId } })).status;
  };
  afterEach(() => receiver.close());

  it('notes what arrived, by the path, the id and the entry that it tells of', async () => {
    receiver = await openReceiver({ failsEach: null });
    expect([await send('msg_1'), await send('msg_1'), await send('msg_2', '/other')]).to.deep.equal([204, 204, 204]);
    const [first, second] = receiver.receipts('/one');
    expect(first).to.include({ messageId: 'msg_1', entryId: 'log_msg_1', isTaken: true });
    expect(second?.body).to.equal(first?.body);
    expect(receiver.receipts('/other').map(({ messageId }) => messageId)).to.deep.equal(['msg_2']);
  });

  it('answers 500 now and then, and never twice to the same message', async () => {
    receiver = await openReceiver({ failsEach: 2 });
    expect([await send('msg_1'), await send('msg_2'), await send('msg_3'), await send('msg_2')]).to.deep.equal([
      204, 500, 204, 204,
    ]);
    expect(receiver.receipts('/one').map(({ isTaken }) => isTaken)).to.deep.equal([true, false, true, true]);
  });
});
