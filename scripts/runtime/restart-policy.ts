const WAITS_MS = [250, 500, 1000, 1500] as const;
const LONG_LIFE_MS = 3000;
const FAILING_AFTER = 5;

/**
 * Decides how long to wait before a dead process is started again: a moment after a good life, a little longer after
 * each bad start in a row, always under two seconds. After five bad starts in a row the process is `failing`.
 */
export class RestartPolicy {
  #badStarts = 0;

  /** Takes how long the process lived; a life in which it never became ready counts as zero. */
  died(livedReadyMs: number): { waitMs: number; failing: boolean } {
    this.#badStarts = livedReadyMs >= LONG_LIFE_MS ? 0 : this.#badStarts + 1;
    const waitMs = WAITS_MS[Math.min(Math.max(this.#badStarts - 1, 0), WAITS_MS.length - 1)] ?? WAITS_MS[0];
    return { waitMs, failing: this.#badStarts >= FAILING_AFTER };
  }
}
