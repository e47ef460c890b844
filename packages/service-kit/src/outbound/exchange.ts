import type { Dispatcher } from 'undici';
import type { HttpAnswer } from './request.ts';

/** What comes beyond the bytes that are kept is read this far, for the sake of the connection, and then cut. */
const DISCARD_BYTES = 65_536;

type ExchangeRequest = {
  request: Dispatcher.DispatchOptions;
  keepBytes: number;
  statusSuffices?: boolean | undefined;
  /** Ends it; the request may go on until undici notices. */
  signal: AbortSignal;
};

/**
 * One request and the first bytes of its answer, as they came: nothing is unpacked, so a small answer cannot grow. A body that
 * goes on for much longer is ended together with its connection. It goes by undici's handlers, since a stream for each answer
 * costs more than most answers. Rejects with the signal's reason at once, also while it waits for a connection.
 */
export const exchange = (
  dispatcher: Dispatcher,
  { request, keepBytes, statusSuffices, signal }: ExchangeRequest,
): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    const kept: Buffer[] = [];
    let head: Pick<HttpAnswer, 'status' | 'headers'> = { status: 0, headers: {} };
    let room = keepBytes;
    let connection: Dispatcher.DispatchController | undefined;
    const answer = (truncated: boolean): void => resolve({ ...head, body: Buffer.concat(kept), truncated });
    const finish = (): void => answer(room < 0);
    /** What ends the body is no failure where the status came and is all that counts, unless the caller has called it off. */
    const fail = (error: unknown): void => {
      const isCalledOff = signal.aborted && (signal.reason as Error | undefined)?.name !== 'TimeoutError';
      if (statusSuffices && head.status > 0 && !isCalledOff) answer(true);
      else reject(error);
    };
    const end = (): void => {
      fail(signal.reason);
      connection?.abort(signal.reason);
    };
    if (signal.aborted) return end();
    signal.addEventListener('abort', end, { once: true });
    dispatcher.dispatch(request, {
      onRequestStart(controller) {
        connection = controller;
        if (signal.aborted) end();
      },
      onResponseStart(_controller, status, headers) {
        // A status of the 1xx announces the answer.
        if (status >= 200) head = { status, headers };
      },
      onResponseData(controller, chunk) {
        if (room > 0) kept.push(chunk.subarray(0, room));
        room -= chunk.length;
        if (room >= -DISCARD_BYTES) return;
        finish();
        controller.abort(new Error('The answer is longer than anybody wants to know.'));
      },
      onResponseEnd: finish,
      onResponseError: (_controller, error) => fail(error),
    });
  });
