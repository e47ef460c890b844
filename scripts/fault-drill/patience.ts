/**
 * What has not come after so long does not come any more, in milliseconds: it ends what hangs, and judges nothing. On a core that
 * thirty programs share, a write was seen to take more than five minutes.
 */
export const HANG_MS = 30 * 60_000;
