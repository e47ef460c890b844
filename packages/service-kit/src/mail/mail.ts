import { createTransport } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js';
import { z } from 'zod';
import type { Log } from '../log.ts';
import { StartFault } from '../start-fault.ts';

/** What a service that sends e-mail reads from its environment. */
export const mailEnvironment = {
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).optional(),
} as const;

/** The typed form of `mailEnvironment`. */
export type MailConfig = z.infer<z.ZodObject<typeof mailEnvironment>>;

/** An e-mail. `id` names it: the same one sent twice carries the same `Message-ID`, by which a mailbox may know it. */
export type Mail = { id: string; to: readonly string[]; subject: string; text: string };

/**
 * What became of an e-mail: `sent` where the mail server has taken it for all addresses but the `refused`, `refused` where it
 * will never take it for any, `not_configured` where there is no mail server.
 */
export type MailOutcome = { status: 'sent' | 'refused'; refused: readonly string[] } | { status: 'not_configured' };

export type Mailer = {
  /**
   * Hands an e-mail to the mail server. Throws what passes and keeps it from being sent, to one of its addresses too: try again
   * then. The answer of the server may be lost, so that it comes twice; it never comes not at all.
   */
  send(mail: Mail): Promise<MailOutcome>;
  close(): void;
};

const TIMEOUT_MS = 30_000;

const withoutServer = (log: Log): Mailer => {
  log.warn('SMTP_URL is not set: no e-mail is sent');
  return {
    send: async ({ id, to }) => {
      log.warn('an e-mail was not sent, since SMTP_URL is not set', { mail_id: id, addresses: to.length });
      return { status: 'not_configured' };
    },
    close: () => {},
  };
};

const PERMANENT = 500;

/** All addresses were refused for good; a code below 500 asks for another try, and MAIL_FROM can be mended. */
const isRefused = (error: unknown): boolean => {
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number };
  return command === 'RCPT TO' && responseCode >= PERMANENT;
};

/** A transient refusal of an address (RFC 5321 §4.2.1, 4yz), where the server has taken others. */
const passingRefusal = ({ rejectedErrors = [] }: SMTPTransport.SentMessageInfo): Error | undefined =>
  rejectedErrors.find(({ responseCode = 0 }) => responseCode < PERMANENT);

const toDomain = (from: string): string => /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';

/** E-mail by the mail server of the configuration; without one it says so, in the log and in what `send` gives. */
export const makeMailer = ({ SMTP_URL, MAIL_FROM }: MailConfig, log: Log): Mailer => {
  if (SMTP_URL === undefined) return withoutServer(log);
  if (MAIL_FROM === undefined)
    throw new StartFault('SMTP_URL is set. Set MAIL_FROM too: the address that e-mail comes from.');
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ id, to, subject, text }) {
      const messageId = `<${id}@${toDomain(MAIL_FROM)}>`;
      const message = { from: MAIL_FROM, to: [...to], subject, text, messageId };
      const answer = await transport.sendMail(message).catch((error: unknown) => {
        if (isRefused(error)) return null;
        throw error;
      });
      const passing = answer && passingRefusal(answer);
      if (passing) throw passing;
      const refused = answer ? answer.rejected.map(String) : to;
      if (refused.length > 0) log.warn('the mail server refused addresses', { mail_id: id, refused: refused.length });
      return { status: answer ? 'sent' : 'refused', refused };
    },
    close: () => transport.close(),
  };
};
