import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A real mail server that keeps what it receives. */
export type Mailbox = {
  /** `smtp://host:port` */
  url: string;
  mails: { to: string[]; mail: Email }[];
  /** What becomes of the next e-mails: taken, refused with a code of SMTP, or never answered. */
  behave(as: 'taking' | 'silent' | number): void;
  /** An address that it takes nothing for, and nothing from; a code below 500 makes that transient. */
  refuse(address: string, code?: number): void;
  stop(): Promise<void>;
};

const refusal = (responseCode: number): Error => Object.assign(new Error('refused by the test'), { responseCode });

/** Starts it on a free port. */
export const startMailbox = async (): Promise<Mailbox> => {
  const mails: Mailbox['mails'] = [];
  const refused = new Map<string, number>();
  const findRefusal = (address: string): Error | null => {
    const code = refused.get(address);
    return code === undefined ? null : refusal(code);
  };
  let behaviour: Parameters<Mailbox['behave']>[0] = 'taking';
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: ({ address }, _session, callback) => callback(findRefusal(address)),
    onRcptTo: ({ address }, _session, callback) => callback(findRefusal(address)),
    async onData(stream, session, callback) {
      const parts: Buffer[] = [];
      for await (const part of stream) parts.push(part as Buffer);
      if (behaviour === 'silent') return;
      if (behaviour !== 'taking') return callback(refusal(behaviour));
      const to = session.envelope.rcptTo.map(({ address }) => address);
      mails.push({ to, mail: await PostalMime.parse(Buffer.concat(parts)) });
      callback();
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    behave: (as) => {
      behaviour = as;
    },
    refuse: (address, code = 550) => void refused.set(address, code),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
