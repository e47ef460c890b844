import type { Connection } from 'mongoose';
import type { Metrics } from '../metrics.ts';

/** Shows the use of the connections to the database: how many are open, in use, and waited for. */
export const watchPool = (connection: Connection, metrics: Pick<Metrics, 'gauge' | 'gauges'>, limit: number): void => {
  const client = connection.getClient();
  const count = { open: 0, used: 0, waiting: 0 };
  client.on('connectionCreated', () => (count.open += 1));
  client.on('connectionClosed', () => (count.open -= 1));
  client.on('connectionCheckOutStarted', () => (count.waiting += 1));
  client.on('connectionCheckOutFailed', () => (count.waiting -= 1));
  client.on('connectionCheckedOut', () => {
    count.waiting -= 1;
    count.used += 1;
  });
  client.on('connectionCheckedIn', () => (count.used -= 1));
  metrics.gauges('mongodb_pool_connections', 'Connections to MongoDB by state', {
    labels: ['state'],
    read: async () => [
      { labels: { state: 'used' }, value: count.used },
      { labels: { state: 'idle' }, value: Math.max(0, count.open - count.used) },
    ],
  });
  metrics.gauge('mongodb_pool_waiting', 'Operations that wait for a connection to MongoDB', () => count.waiting);
  metrics.gauge('mongodb_pool_limit_connections', 'The most connections to one server of MongoDB', () => limit);
};
