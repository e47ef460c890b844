import { connect } from 'node:net';
import { expect } from 'chai';

export type RawAnswer = { status: number; headers: Record<string, string>; body: string; text: string };

const parse = (text: string): RawAnswer => {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const headers = lines.map((each) => {
    const cut = each.indexOf(':');
    return [each.slice(0, cut).toLowerCase(), each.slice(cut + 1).trim()];
  });
  return {
    status: Number(line.split(' ')[1] ?? 0),
    headers: Object.fromEntries(headers),
    body: rest.join('\r\n\r\n'),
    text,
  };
};

const endOfFirst = (text: string): number => {
  const body = text.indexOf('\r\n\r\n') + 4;
  if (body < 4) return -1;
  const head = text.slice(0, body).toLowerCase();
  if (/^http\/1\.1 1\d\d/.test(head)) return body;
  if (/^transfer-encoding: chunked/m.test(head)) {
    const last = text.indexOf('\r\n0\r\n\r\n', body - 2);
    return last < 0 ? -1 : last + 7;
  }
  const [, length] = /^content-length: (\d+)/m.exec(head) ?? [];
  return length !== undefined && text.length >= body + Number(length) ? body + Number(length) : -1;
};

/** The answers that have come whole, by their own word. */
const wholeAnswers = (text: string): string[] => {
  const end = endOfFirst(text);
  return end < 0 ? [] : [text.slice(0, end), ...wholeAnswers(text.slice(end))];
};

const LAST_ID = 'asked-after-all-others';
const LAST = `GET /livez HTTP/1.1\r\nHost: gateway\r\nX-Request-Id: ${LAST_ID}\r\n\r\n`;

/**
 * Sends bytes as they stand and gives back all that comes until the other side closes the connection; or, once so many answers
 * have come, until a request that is sent behind them is answered: whatever the bytes were taken for has its answer before that.
 */
export const sendRaw = (url: string, bytes: string, answers = 1): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
    let text = '';
    let requested = false;
    const finish = () => {
      socket.destroy();
      resolve(parse(text));
    };
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      text += chunk;
      const whole = wholeAnswers(text);
      const last = whole.findIndex((answer) => answer.includes(LAST_ID));
      if (last >= 0) {
        text = whole.slice(0, last).join('');
        finish();
      } else if (!requested && whole.length >= answers) {
        requested = true;
        socket.write(LAST);
      }
    });
    socket.on('close', finish);
    socket.on('error', (error) => (text === '' ? reject(error) : finish()));
  });

/** Expects a coded error, and gives it back. */
export const expectCoded = (answer: RawAnswer) => {
  expect(answer.headers['content-type']).to.match(/^application\/json/);
  const { error } = JSON.parse(answer.body);
  expect(error.request_id).to.equal(answer.headers['x-request-id']);
  return error;
};
