import type { handleClientStreamingCall, handleServerStreamingCall, ServerWritableStream } from '@grpc/grpc-js';
import type { Log } from '../log.ts';
import { inCall } from './server.ts';

/** Resolves when the caller has room for another part, or is gone. */
const room = <Request, Part>(call: ServerWritableStream<Request, Part>): Promise<void> =>
  new Promise((resolve) => {
    const go = (): void => {
      for (const event of ['drain', 'cancelled', 'close']) call.off(event, go);
      resolve();
    };
    for (const event of ['drain', 'cancelled', 'close']) call.on(event, go);
  });

/** A method that answers in parts: each is made when the caller has room for it. Errors are reported as `unary` reports them. */
export const streamed =
  <Request, Part>(
    log: Log,
    answer: (request: Request) => AsyncIterable<Part>,
  ): handleServerStreamingCall<Request, Part> =>
  (call) =>
    inCall(log, call, {
      async run() {
        for await (const part of answer(call.request)) {
          if (call.cancelled) return;
          if (!call.write(part)) await room(call);
        }
        call.end();
      },
      fail: (error) => void call.emit('error', error),
    });

/**
 * A method with a streamed request and one answer, which may come before the last part. A caller that goes away ends the
 * parts with an error, or as if all had been sent: content that has to be whole states its size. Errors are reported as `unary` reports them.
 */
export const collected =
  <Part, Answer>(
    log: Log,
    answer: (parts: AsyncIterable<Part>) => Promise<Answer>,
  ): handleClientStreamingCall<Part, Answer> =>
  (call, callback) =>
    inCall(log, call, { run: async () => callback(null, await answer(call)), fail: callback });
