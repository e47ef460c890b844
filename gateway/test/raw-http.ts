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
  if (/^transfer-encoding: chunked/m.test(head)) {
    const last = text.indexOf('\r\n0\r\n\r\n', body - 2);
    return last < 0 ? -1 : last + 7;
  }
  const [, length] = /^content-length: (\d+)/m.exec(head) ?? [];
  return length !== undefined && text.length >= body + Number(length) ? body + Number(length) : -1;
};

/** How many answers have come whole, by their own word. */
const wholeAnswers = (text: string): number => {
  const end = endOfFirst(text);
  return end < 0 ? 0 : 1 + wholeAnswers(text.slice(end));
};

/**
 * Sends bytes as they stand and gives back all that comes until the other side closes the connection, or until so many
 * answers have come and half a second brought nothing more.
 */
export const sendRaw = (url: string, bytes: string, answers = 1): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
    let text = '';
    let silence: NodeJS.Timeout | undefined;
    const finish = () => {
      clearTimeout(silence);
      socket.destroy();
      resolve(parse(text));
    };
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      text += chunk;
      clearTimeout(silence);
      if (wholeAnswers(text) >= answers) silence = setTimeout(finish, 500);
    });
    socket.on('close', finish);
    socket.on('error', (error) => (text === '' ? reject(error) : finish()));
  });

/** Expects a coded error with the headers that every answer has, and gives it back. */
export const expectCoded = (answer: RawAnswer) => {
  expect(answer.headers['content-type']).to.match(/^application\/json/);
  const { error } = JSON.parse(answer.body);
  expect(error.request_id).to.equal(answer.headers['x-request-id']);
  for (const name of ['limit', 'remaining', 'reset']) expect(answer.headers[`x-ratelimit-${name}`]).to.match(/^\d+$/);
  return error;
};
