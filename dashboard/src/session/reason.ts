const MAX_REASON = 1_000;

/** A comment or note as the reason of a request, which is one line of at most 1,000 characters. */
export const asReason = (text: string | undefined): string | undefined =>
  text?.replace(/\s+/g, ' ').trim().slice(0, MAX_REASON) || undefined;
