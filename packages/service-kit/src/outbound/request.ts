/** A call. Names and values of its headers were checked; `Host` is the address's own, and no
 * encoding of the answer is requested, whatever they say. */
export type OutboundRequest = {
  url: string;
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** Covers everything: names, connection, redirects and the answer to its last byte. */
  timeoutMs: number;
  /** So many bytes of the answer's body are kept. */
  keepBytes: number;
  /** Whether the status is all that counts: a body that stops, or goes on beyond the time limit, is cut off there. */
  statusSuffices?: boolean;
  /** How often a redirect is followed at most, by GET and HEAD alone; by default a redirect is an answer like another. */
  redirects?: number;
  /** Ends the call from outside. */
  signal?: AbortSignal;
};

export type HttpAnswer = {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As it came; `content-encoding` is not undone. */
  body: Buffer;
  /** Whether the body went on. */
  truncated: boolean;
};
