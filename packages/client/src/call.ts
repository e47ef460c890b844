/** What a call may differ in from what the client does otherwise. */
export type CallOptions = {
  /** Ends the call; its reason is thrown. */
  signal?: AbortSignal | undefined;
  /** How long one attempt may take, in milliseconds; of a download until its first byte. */
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
  /** The key of a POST, in place of one of the client's own. */
  idempotencyKey?: string | undefined;
  /** The version that was read, or its `ETag`: a record that has changed since is refused (`VersionConflictError`). */
  ifMatch?: number | string | undefined;
  /** Why, for the audit trail (`X-Change-Reason`). */
  reason?: string | undefined;
  /** Of the dashboard: no person asked for it, so it does not keep the session alive (`X-QSC-Background`). */
  background?: boolean | undefined;
  headers?: Record<string, string> | undefined;
};

/** An answer with what came beside its data. */
export type Answer<Data> = {
  data: Data;
  /** The whole body; undefined where it is no JSON. */
  body: unknown;
  status: number;
  headers: Headers;
  requestId: string | null;
  /** The version of the record, for `ifMatch`. */
  etag: string | null;
  /** Whether this is the stored answer to an earlier request with the same key. */
  replayed: boolean;
};

/** The data of an answer that is under way. */
export interface Call<Data> extends Promise<Data> {
  /** The data with headers, request id and `ETag`. */
  withResponse(): Promise<Answer<Data>>;
}

/** A call of an answer. */
export const toCall = <Data>(answer: Promise<Answer<Data>>): Call<Data> => {
  const data = answer.then((whole) => whole.data);
  const withResponse = () => {
    // Its rejection is that of the answer, which the caller gets.
    data.catch(() => {});
    return answer;
  };
  return Object.assign(data, { withResponse });
};
