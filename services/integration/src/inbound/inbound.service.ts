import { AppError, type Clock, DuplicateKey, type Log, type UnitOfWork, unavailable } from '@qsc/service-kit';
import type { Connection, ConnectionType } from '../connection/connection.ts';
import type { InboundMessage, InboundNotice, InboundVerifier } from '../connector/connector.ts';
import type { RemoteContexts } from '../remote/open-remote.ts';
import { AuthorizationLost, RemoteRefusal, RemoteTrouble } from '../remote/remote-error.ts';
import { isActedOn, toAddress, toEventId, toNotice } from './inbound.ts';
import type { NoticeStore } from './notice.store.ts';
import type { SenderDirectory } from './sender-directory.ts';

/** What became of a message; a repetition has the same `event_id`. */
export type Receipt = { accepted: boolean; event_id: string };

export type InboundService = {
  /**
   * Takes a message of a partner for every connection that it is genuine for. Throws `not_found` for a kind of system that sends
   * none, `unauthorized` for a bad, old or foreign signature, `service_unavailable` where it could not be verified now.
   */
  receive(type: ConnectionType, message: Omit<InboundMessage, 'url'>): Promise<Receipt>;
};

type Parts = {
  senders: SenderDirectory;
  getVerifier: (type: ConnectionType) => InboundVerifier | null;
  toContext: RemoteContexts;
  notices: Pick<NoticeStore, 'insert'>;
  unitOfWork: Pick<UnitOfWork, 'commit'>;
  /** The address of this deployment that partners of the kind send to. */
  ownAddress: (type: ConnectionType) => string;
  /** Called after a notice was stored. */
  onNotice: (connection: Pick<Connection, 'id' | 'org_id'>) => void;
  signal: AbortSignal;
  clock: Clock;
  log: Log;
};

type Verified = { connection: Connection; notice: InboundNotice };

export const makeInboundService = (parts: Parts): InboundService => {
  const { senders, getVerifier, toContext, notices, unitOfWork, ownAddress, onNotice, signal, clock, log } = parts;

  const verified = async (verifier: InboundVerifier, connection: Connection, message: Omit<InboundMessage, 'url'>) => {
    const url = toAddress(connection, ownAddress(connection.type));
    const notice = await verifier.verify({ ...message, url }, toContext(connection, signal));
    return { connection, notice };
  };

  /** Stores the notice; one that was stored before is accepted again. */
  const store = async ({ connection, notice }: Verified): Promise<boolean> => {
    if (!isActedOn(connection, notice)) return false;
    try {
      await unitOfWork.commit([notices.insert(toNotice(connection, notice, clock()))], []);
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      return true;
    }
    onNotice(connection);
    return true;
  };

  return {
    async receive(type, message) {
      const verifier = getVerifier(type);
      if (!verifier) throw new AppError('not_found', 'Systems of this kind send no messages.');
      const sender = verifier.claimedBy({ ...message, url: ownAddress(type) });
      const claimed = sender === null ? [] : await senders.find(type, sender);
      const tried = await Promise.allSettled(claimed.map((connection) => verified(verifier, connection, message)));
      const genuine = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      const [first] = genuine;
      if (!first || sender === null) throw toRefusal(tried);
      const accepted = await Promise.all(genuine.map(store));
      const receipt = { accepted: accepted.includes(true), event_id: toEventId(type, sender, first.notice) };
      log.info('a partner notified of changes', { type, event: first.notice.event, ...receipt });
      return receipt;
    },
  };
};

const isTrouble = (error: unknown): boolean =>
  error instanceof RemoteTrouble || error instanceof RemoteRefusal || error instanceof AuthorizationLost;

/** A message that could not be verified now is sent again by the partner; one that is not genuine need not be. */
const toRefusal = (tried: readonly PromiseSettledResult<Verified>[]): unknown => {
  const reasons = tried.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []));
  const fault = reasons.find((reason) => !isTrouble(reason) && !(reason instanceof AppError));
  if (fault !== undefined) return fault;
  if (reasons.some(isTrouble)) return unavailable('The message cannot be verified at the moment.');
  return new AppError('unauthorized', 'The message has no valid signature.');
};
