import { join } from 'node:path';
import { Advice, say as print, runCommand } from '../runtime/command-line.ts';
import { loadSettings } from '../runtime/settings.ts';
import { clearTestDirectory, makeTestDirectory } from '../runtime/test-directory.ts';
import { toReport } from './check/findings.ts';
import { type DeliverySize, runDeliveries } from './delivery-drill.ts';
import { type DrillSize, runDrill, type Surroundings } from './drill.ts';
import { type FailoverSize, runFailover } from './failover/failover-drill.ts';
import { toLine } from './failover/schedule.ts';
import { describeRefused } from './failover/tally.ts';
import { readTask, USAGE } from './options.ts';
import { type RollingSize, runRolling } from './rolling/rolling-drill.ts';

const beganAt = Date.now();
const SHOWN = 20;

const say = (line: string): void =>
  print(`${String(Math.round((Date.now() - beganAt) / 1000)).padStart(5)} s  ${line}`);

const drill = async (size: DrillSize, around: Surroundings): Promise<boolean> => {
  say(`drill with ${size.writes} writes, ${size.faults} faults, seed ${size.seed}`);
  const { findings, faults, seconds } = await runDrill(size, around);
  const struck = [...faults.values()].reduce((sum, count) => sum + count, 0);
  say(`faults ${struck} of ${faults.size} kinds, in ${seconds.toFixed(0)} s`);
  for (const line of toReport(findings)) say(line);
  const holds =
    Object.keys(findings.breaches).length === 0 &&
    struck === size.faults &&
    findings.counts.acknowledged === size.writes;
  say(holds ? 'Nothing was lost and nothing came twice.' : 'The drill found faults.');
  return holds;
};

/** Of all deliveries, those included that an interruption explains. */
const REPEATED_SHARE = 0.01;

const deliveries = async (size: DeliverySize, around: Surroundings): Promise<boolean> => {
  say(`${size.deliveries} deliveries, seed ${size.seed}`);
  const findings = await runDeliveries(size, around);
  for (const line of toReport(findings)) say(line);
  const { deliveries: made, repeated } = findings.counts;
  const isSeldomRepeated = repeated < made * REPEATED_SHARE;
  if (!isSeldomRepeated)
    say(`BROKEN  of ${made} deliveries ${repeated} were made again; less than one in a hundred may be`);
  const holds = Object.keys(findings.breaches).length === 0 && made >= size.deliveries && isSeldomRepeated;
  say(holds ? 'Every audit entry arrived.' : 'The drill found faults.');
  return holds;
};

const rolling = async (size: RollingSize, around: Surroundings): Promise<boolean> => {
  say(`rolling restart and upgrade beside ${size.rate} writes a second, seed ${size.seed}`);
  const { findings, requests, failed, undone, ...figures } = await runRolling(size, around);
  for (const line of toReport(findings)) say(line);
  const { replaced, longestStopMs, seconds } = figures;
  say(`${replaced} processes replaced in ${seconds.toFixed(0)} s; the longest stop took ${longestStopMs} ms`);
  say(`requests ${requests}, failed ${failed.length}`);
  for (const line of [...failed.slice(0, SHOWN), ...undone]) say(`BROKEN  ${line}`);
  const holds = Object.keys(findings.breaches).length + failed.length + undone.length === 0;
  say(holds ? 'No request failed, nothing was lost and nothing came twice.' : 'The drill found faults.');
  return holds;
};

/** Less than a gateway waits for a service: a caller gets an answer at last. */
const LONGEST_PAUSE_MS = 25_000;

const failover = async (size: FailoverSize, around: Surroundings): Promise<boolean> => {
  say(`failover beside ${size.rate} writes a second, seed ${size.seed}`);
  const { findings, outcomes, tally, seconds, partial } = await runFailover(size, around);
  for (const line of toReport(findings)) say(line);
  const longest = Math.max(...outcomes.map(({ pauseMs }) => pauseMs));
  say(
    `${outcomes.length} failures in ${seconds.toFixed(0)} s; the longest pause took ${(longest / 1000).toFixed(1)} s`,
  );
  say(`requests ${tally.getRequests()}, acknowledged writes ${tally.acknowledged.length}; ${describeRefused(tally)}`);
  const slow = outcomes.filter(({ pauseMs }) => pauseMs > LONGEST_PAUSE_MS).map((one) => `too long: ${toLine(one)}`);
  for (const line of [...partial, ...slow]) say(`BROKEN  ${line}`);
  const holds = Object.keys(findings.breaches).length + partial.length + slow.length === 0;
  say(holds ? 'Nothing was lost and nothing came twice.' : 'The drill found faults.');
  return holds;
};

await runCommand(async () => {
  const task = readTask(process.argv.slice(2));
  if (task.kind === 'help') {
    print(USAGE);
    return 0;
  }
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
  const root = await makeTestDirectory(join(loadSettings(process.env).dataDir, 'drill'));
  let holds = false;
  try {
    const around = { stopped: stop.signal, say, directory: join(root, 'mesh') };
    if (task.kind === 'drill') holds = await drill(task.size, around);
    else if (task.kind === 'rolling') holds = await rolling(task.size, around);
    else if (task.kind === 'failover') holds = await failover(task.size, around);
    else holds = await deliveries(task.size, around);
  } catch (error) {
    throw stop.signal.aborted ? new Advice('Stopped before the end; everything is ended.') : error;
  } finally {
    clearTestDirectory(root, !holds && !stop.signal.aborted);
  }
  return holds ? 0 : 1;
});
