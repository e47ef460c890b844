import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

export type RawAnswer = { status: number; headers: Map<string, string>; body: string };

/** Sends lines as they stand, closed by the server or by `Connection: close`, and gives the last answer that came. */
export const sendRaw = async (baseUrl: string, lines: readonly string[], body = ''): Promise<RawAnswer> => {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1');
  const answers = (await text(socket)).split(/(?=HTTP\/1\.1 \d{3} )/);
  const [head = '', ...rest] = (answers.at(-1) ?? '').split('\r\n\r\n');
  const [line = '', ...headers] = head.split('\r\n');
  return {
    status: Number(line.split(' ')[1]),
    headers: new Map(headers.map((each) => [each.split(': ')[0]?.toLowerCase() ?? '', each.split(': ')[1] ?? ''])),
    body: rest.join('\r\n\r\n'),
  };
};
