const ANSWER_MS = 2_000;
const REMEMBER_MS = 2_000;

/** Tells whether an address can be fetched; remembered for two seconds, so that probes do not add up. */
export const makeReachCheck = (url: string, answerMs = ANSWER_MS): (() => Promise<boolean>) => {
  let requested: { at: number; answer: Promise<boolean> } | undefined;
  const ask = async (): Promise<boolean> => {
    const response = await fetch(url, { signal: AbortSignal.timeout(answerMs) }).catch(() => null);
    await response?.body?.cancel();
    return response?.ok ?? false;
  };
  return () => {
    if (!requested || Date.now() - requested.at > REMEMBER_MS) requested = { at: Date.now(), answer: ask() };
    return requested.answer;
  };
};
