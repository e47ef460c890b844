import { AppError, type Call, systemCall } from '@qsc/service-kit';
import { expect } from 'chai';
import { makeReservedActs } from '../src/instance/reservation.ts';

type Parts = Parameters<typeof makeReservedActs>[0];

describe('the id of a transition', () => {
  /** The id by which the owner of a record, which refuses it here, was asked to reserve it. */
  const readId = async (call: Call): Promise<string> => {
    let id = '';
    const acts = makeReservedActs({
      store: { current: async () => ({ last_transition_id: null }) },
      outcomes: { find: async () => null },
      records: {
        reserve: async (_call: Call, { transitionId }: { transitionId: string }) => {
          id = transitionId;
          throw new AppError('precondition_failed', 'Another version.');
        },
      },
    } as unknown as Parts);
    await acts
      .run(call, { recordId: 'qe_1' }, async (reserve) => {
        await reserve(async () => ({ transition: null, ifMatch: null, actedAt: call.now, withAttachments: false }));
        throw new Error('It was reserved.');
      })
      .catch((error: unknown) => expect(error).to.have.property('code', 'precondition_failed'));
    return id;
  };

  const plain = systemCall('org_1', new Date(), 'req_of_a_client');
  const keyed = (fingerprint: string): Call => ({
    ...plain,
    idempotency: { id: 'org_1/key', fingerprint, once: [], stored: false },
  });

  it('is another one for each act without a key, also where the client repeats its request id', async () => {
    expect(await readId(plain)).to.not.equal(await readId(plain));
  });

  it('is the same for the repetition of a request with a key, and another one for other content', async () => {
    expect(await readId(keyed('a'))).to.equal(await readId(keyed('a')));
    expect(await readId(keyed('a'))).to.not.equal(await readId(keyed('b')));
  });
});
