import { type Mailbox, startMailbox } from '@qsc/test-kit';
import { expect } from 'chai';
import { type Mail, type Mailer, makeMailer } from '../src/mail/mail.ts';

const MAIL: Mail = {
  id: 'alr_1',
  to: ['qa@example.com', 'späth@example.com'],
  subject: 'Ablaufdatum: Stärke',
  text: 'In 30 days.\n',
};

describe('e-mail', () => {
  let mailbox: Mailbox;
  let mailer: Mailer;
  const said: string[] = [];
  const log = { warn: (text: string) => void said.push(text), info: () => {}, error: () => {} } as never;

  beforeEach(async () => {
    said.length = 0;
    mailbox = await startMailbox();
    mailer = makeMailer({ SMTP_URL: mailbox.url, MAIL_FROM: 'Quality <quality@example.com>' }, log);
  });
  afterEach(async () => {
    mailer.close();
    await mailbox.stop();
  });

  it('reaches its addresses with subject and text as they were written', async () => {
    expect(await mailer.send({ ...MAIL, to: ['qa@example.com', 'qc@example.com'] })).to.deep.equal({
      status: 'sent',
      refused: [],
    });
    const [{ to, mail } = { to: [], mail: undefined }] = mailbox.mails;
    expect(to).to.deep.equal(['qa@example.com', 'qc@example.com']);
    expect(mail).to.include({ subject: MAIL.subject, messageId: '<alr_1@example.com>' });
    expect(mail?.text).to.include('In 30 days.');
    expect(mail?.from).to.include({ name: 'Quality', address: 'quality@example.com' });
  });

  it('tells which addresses the server refused', async () => {
    mailbox.refuse('gone@example.com');
    const to = ['qa@example.com', 'gone@example.com'];
    expect(await mailer.send({ ...MAIL, to })).to.deep.equal({ status: 'sent', refused: ['gone@example.com'] });
    expect(await mailer.send({ ...MAIL, to: ['gone@example.com'] })).to.deep.equal({
      status: 'refused',
      refused: ['gone@example.com'],
    });
    expect(said).to.have.length(2);
  });

  it('throws where one of several addresses was refused transiently, so that it is tried again', async () => {
    mailbox.refuse('new@example.com', 450);
    const to = ['qa@example.com', 'new@example.com'];
    const error = await mailer.send({ ...MAIL, to }).catch((reason: unknown) => reason);
    expect(error).to.include({ responseCode: 450 });
  });

  it('throws while the server is away or busy, so that it is tried again', async () => {
    mailbox.behave(451);
    expect(await mailer.send({ ...MAIL, to: ['qa@example.com'] }).catch((error: unknown) => error)).to.be.instanceOf(
      Error,
    );
    mailbox.behave('taking');
    await mailer.send({ ...MAIL, to: ['qa@example.com'] });
    await mailbox.stop();
    expect(await mailer.send({ ...MAIL, to: ['qa@example.com'] }).catch((error: unknown) => error)).to.be.instanceOf(
      Error,
    );
    expect(mailbox.mails).to.have.length(1);
  });

  it('throws where the server takes nothing from the sender, which no recipient is to blame for', async () => {
    mailbox.refuse('quality@example.com');
    const error = await mailer.send({ ...MAIL, to: ['qa@example.com'] }).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(Error);
  });

  it('cannot be led to another address by line breaks', async () => {
    await mailer.send({ ...MAIL, to: ['qa@example.com'], subject: 'A\r\nBcc: thief@example.com' });
    expect(mailbox.mails.map(({ to }) => to)).to.deep.equal([['qa@example.com']]);
    expect(mailbox.mails[0]?.mail.bcc ?? []).to.deep.equal([]);
  });

  it('is not sent without a mail server, and says so', async () => {
    const without = makeMailer({}, log);
    expect(await without.send(MAIL)).to.deep.equal({ status: 'not_configured' });
    expect(said.filter((text) => text.includes('SMTP_URL'))).to.have.length(2);
  });

  it('is not set up without an address that it comes from', () => {
    expect(() => makeMailer({ SMTP_URL: mailbox.url }, log)).to.throw(/MAIL_FROM/);
  });
});
