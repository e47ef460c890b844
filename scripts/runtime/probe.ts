import { connect } from 'node:net';
import type { Probe } from './plan.ts';
import { isMember, isWritableReplicaSet } from './replica-set.ts';

const TIMEOUT_MS = 5000;
const AMQP_GREETING = Buffer.from([0x41, 0x4d, 0x51, 0x50, 0, 0, 9, 1]);
const AMQP_METHOD_FRAME = 1;

/** Asks once whether the process does its work. Never throws: no answer in time is a no. */
export const isReady = async (probe: Probe): Promise<boolean> => {
  try {
    return await ask(probe);
  } catch {
    return false;
  }
};

const ask = (probe: Probe): Promise<boolean> => {
  switch (probe.kind) {
    case 'http':
      return answersHttp(`http://127.0.0.1:${probe.port}${probe.path}`);
    case 'tcp':
      return answersTcp(probe.port, null);
    case 'amqp':
      return answersTcp(probe.port, { send: AMQP_GREETING, firstByte: AMQP_METHOD_FRAME });
    case 'mongodb':
      return isWritableReplicaSet(probe);
    case 'mongodb-member':
      return isMember(probe);
  }
};

const answersHttp = async (url: string): Promise<boolean> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  await response.body?.cancel();
  return response.status === 200;
};

const answersTcp = (port: number, talk: { send: Buffer; firstByte: number } | null): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: TIMEOUT_MS });
    const finish = (ready: boolean) => {
      socket.destroy();
      resolve(ready);
    };
    socket.once('connect', () => (talk === null ? finish(true) : socket.write(talk.send)));
    socket.once('data', (data) => finish(talk !== null && data[0] === talk.firstByte));
    for (const event of ['error', 'timeout', 'close']) socket.once(event, () => finish(false));
  });
