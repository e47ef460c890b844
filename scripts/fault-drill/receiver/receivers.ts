import { openReceiver, type Receiver } from './receiver.ts';

/** The receivers of the drill: one that takes everything, and one that answers 500 now and then. */
export type Receivers = { steady: Receiver; moody: Receiver };

const MOODY_FAILS_EACH = 10;

/** Opens both. */
export const openReceivers = async (): Promise<Receivers> => ({
  steady: await openReceiver({ failsEach: null }),
  moody: await openReceiver({ failsEach: MOODY_FAILS_EACH }),
});

export const closeReceivers = async ({ steady, moody }: Receivers): Promise<void> => {
  await Promise.all([steady.close(), moody.close()]);
};
