/** What a test may switch on. All are off at first, and `clear` switches them off. */
export type Faults = {
  /** So many pages of queries more are answered, then every session is over, once. */
  expireAfterPages: number | null;
  /** Answers are delayed by so much, and say so. */
  delayMs: number;
  /** Logins land in another vault that the user may enter, with SUCCESS. */
  landsElsewhere: boolean;
  /** So many requests more are answered by a proxy in HTML. */
  badGateways: number;
  /** Rows of a batch with this `name__v` or `id` fail by this type of error. */
  failingRows: Map<string, string>;
  /** So many requests more fail as a whole by this type of error. */
  failures: { type: string; left: number; status?: string };
  /** The next request whose path has this in it is done and not answered. */
  losesAnswerTo: string | null;
  /** Pages of queries are longer by so many bytes, which say nothing. */
  pagePadding: number;
  /** Called before a page of a query is answered, to change something meanwhile. */
  beforePage: ((page: number) => void) | null;
  clear(): void;
};

export const makeFaults = (): Faults => {
  const off = () => ({
    expireAfterPages: null,
    delayMs: 0,
    landsElsewhere: false,
    badGateways: 0,
    failingRows: new Map<string, string>(),
    failures: { type: '', left: 0 },
    losesAnswerTo: null,
    pagePadding: 0,
    beforePage: null,
  });
  const faults: Faults = { ...off(), clear: () => void Object.assign(faults, off()) };
  return faults;
};
