import { systemClock } from './clock.ts';
import { type Composed, closeIdentity, type Kit, makeKit, makeOutgoing, type ServiceDefinition } from './kit.ts';
import { makeLog } from './log.ts';
import { makeMetrics } from './metrics.ts';
import { closeDatabase } from './mongo/database.ts';
import { openStorage } from './start-service.ts';

type Command<Parts> = Omit<ServiceDefinition, 'compose'> & { compose: (kit: Kit) => Promise<Parts> | Parts };

/**
 * Runs an operator's command of a service on the service's database, without listening: the same composition and use
 * cases. Its events wait in the outbox for the running service, which publishes them. Logs go to standard error.
 */
export const runCommand = async <Parts extends Composed, Result>(
  definition: Command<Parts>,
  run: (parts: Parts) => Promise<Result>,
): Promise<Result> => {
  const { name, config, clock = systemClock } = definition;
  const log = makeLog(name, config.LOG_LEVEL, 'stderr');
  const { connection, connect } = openStorage(definition);
  try {
    await (await connect()).run();
    const kit = makeKit(definition, connection, {
      outgoing: makeOutgoing(connection, { log, clock }),
      metrics: makeMetrics(name),
      log,
    });
    try {
      return await run(await definition.compose(kit));
    } finally {
      closeIdentity(kit);
    }
  } finally {
    await closeDatabase(connection);
  }
};
