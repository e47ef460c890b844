import { errorFields, makeLog } from './log.ts';

/**
 * Runs what `start` starts until SIGTERM or SIGINT, and ends the process with a sentence when it cannot start or a fault
 * is left over. For a `main.ts`.
 */
export const runService = async (name: string, start: () => Promise<{ stop: () => Promise<void> }>): Promise<void> => {
  const log = makeLog(name, 'info');
  const fail = (message: string) => (error: unknown) => {
    log.error(message, errorFields(error));
    process.exit(1);
  };
  process.on('uncaughtException', fail('a fault was not handled'));
  process.on('unhandledRejection', fail('a fault was not handled'));
  try {
    const running = await start();
    const stop = () => running.stop().then(() => process.exit(0), fail('the stop failed'));
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  } catch (error) {
    fail('the start failed')(error);
  }
};
