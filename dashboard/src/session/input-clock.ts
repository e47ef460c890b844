/** How long after the last input a request still counts as its consequence. */
const FOLLOWS_MS = 10_000;

let lastInput = Date.now();

for (const event of ['pointerdown', 'keydown', 'wheel'] as const)
  addEventListener(
    event,
    () => {
      lastInput = Date.now();
    },
    { capture: true, passive: true },
  );

/** When the person last pressed, typed or scrolled. */
export const lastInputAt = (): number => lastInput;

/** Whether a request that is made now follows from what a person did; others do not extend the session. */
export const followsInput = (): boolean => Date.now() - lastInput < FOLLOWS_MS;
