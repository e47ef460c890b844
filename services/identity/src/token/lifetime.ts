/** Seconds that access tokens live (specification, "Limits"; `exchanged`: what the gateway gets for an API key). */
export const LIFETIME = { user: 900, application: 3_600, exchanged: 300 } as const;

/** The longest of them, with room for clocks that differ: after this no token of a key or of anybody is alive. */
export const LONGEST_LIFE_SECONDS = LIFETIME.application + 60;

/** Unix seconds of an instant. */
export const toSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1_000);
