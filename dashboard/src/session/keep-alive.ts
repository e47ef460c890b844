import { useEffect } from 'react';
import { hasCode } from './api-error.ts';
import { requestSession } from './client.ts';
import { lastInputAt } from './input-clock.ts';
import { lock, SESSION_PATH } from './session.ts';

const EVERY_MS = 60_000;

/**
 * Typing in a long form sends no request, so the session is renewed once a minute while somebody presses keys; without input the
 * same question, marked as one of the background, shows when the session has gone idle.
 */
export const useKeepAlive = (): void => {
  useEffect(() => {
    let asked = Date.now();
    const ask = async (): Promise<void> => {
      const isAway = lastInputAt() < asked;
      asked = Date.now();
      await requestSession('GET', SESSION_PATH, { isBackground: isAway }).catch((error: unknown) => {
        if (hasCode(error, 'unauthorized')) lock();
      });
    };
    const timer = setInterval(ask, EVERY_MS);
    const onVisible = () => document.visibilityState === 'visible' && void ask();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, []);
};
