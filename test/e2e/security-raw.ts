import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { TRIES } from './security-answer.ts';

export type RawAnswer = { status: number; headers: Map<string, string>; body: string };

const getAnswer = (bytes: string): RawAnswer => {
  const [head = '', ...rest] = (bytes.split(/(?=HTTP\/1\.1 \d{3} )/).at(-1) ?? '').split('\r\n\r\n');
  const [line = '', ...headers] = head.split('\r\n');
  return {
    status: Number(line.split(' ')[1]),
    headers: new Map(headers.map((each) => [each.split(': ')[0]?.toLowerCase() ?? '', each.split(': ')[1] ?? ''])),
    body: rest.join('\r\n\r\n'),
  };
};

/**
 * Sends lines as they stand, closed by the server or by `Connection: close`, and gives the last answer that came; again where
 * only the rate was too high.
 */
export const sendRaw = async (
  baseUrl: string,
  lines: readonly string[],
  body = '',
  tries = TRIES,
): Promise<RawAnswer> => {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1');
  const answer = getAnswer(await text(socket));
  if (answer.status !== 429 || tries === 1) return answer;
  await delay(Number(answer.headers.get('retry-after')) * 1_000);
  return sendRaw(baseUrl, lines, body, tries - 1);
};
