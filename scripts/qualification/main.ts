import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, createClient } from '@qsc/client';
import { sourceVersion } from '../../packages/service-kit/src/source-version.ts';
import { toResult } from '../../services/audit/src/system-qualification/system-qualification.ts';
import { Advice, runCommand, say } from '../runtime/command-line.ts';
import { dataPaths, REPOSITORY } from '../runtime/paths.ts';
import { readPlan } from '../runtime/plan.ts';
import { comparePacks, readPack } from './comparison.ts';
import { qualifyInstallation } from './installation.ts';
import { type Installation, readSystemDetails } from './installation-check.ts';
import { type Options, readOptions, toFolder, USAGE } from './options.ts';
import { writePack } from './pack.ts';
import { type Protocol, readProtocol } from './protocol.ts';
import {
  type ApiDescription,
  listRequirements,
  makeFindOperation,
  type Requirement,
  readRisks,
} from './requirement.ts';
import { countOutcomes } from './result.ts';
import { listSteps, type PlannedProtocol, type QualificationRun, runProtocols } from './run.ts';
import { makeRunner } from './runner.ts';
import { findUnknownRequirements, listHoles, traceRequirements } from './traceability.ts';

const PROTOCOLS = join(REPOSITORY, 'scripts/qualification/protocols');

const readShippedProtocols = (): Protocol[] =>
  readdirSync(PROTOCOLS)
    .toSorted()
    .map((file) => readProtocol(join(PROTOCOLS, file)));

const readDescription = async (baseUrl: string): Promise<ApiDescription> => {
  const response = await fetch(`${baseUrl}/v1/openapi.json`).catch((error: Error) => {
    throw new Advice(`${baseUrl} does not answer: ${error.message}`);
  });
  if (!response.ok) throw new Advice(`${baseUrl}/v1/openapi.json answers ${response.status}.`);
  return (await response.json()) as ApiDescription;
};

const findAuthUrl = ({ components }: ApiDescription, { authUrl }: Options): string => {
  const described = components?.securitySchemes?.oauth2?.flows?.clientCredentials?.tokenUrl;
  const found = authUrl ?? described?.replace(/\/oauth\/token$/, '');
  if (found === undefined) throw new Advice('The system does not describe its token service. Give --auth-url URL.');
  return found;
};

/** A test key for the run: the steps write to the sandbox, and to nothing else. */
const makeTestKey = async (client: Client, run: string) => {
  const { scopes } = await client.account.get();
  if (!scopes.includes('admin:write'))
    throw new Advice('The key has no scope admin:write. Give one of a system administrator.');
  const ends = new Date(Date.now() + 3_600_000).toISOString();
  const { id, key } = await client.apiKeys.create({
    name: `Qualification ${run}`,
    environment: 'test',
    scopes,
    expires_at: ends,
  });
  if (key === undefined) throw new Advice('The system showed no value for the test key.');
  return { value: key, revoke: () => client.apiKeys.revoke(id) };
};

const listProtocols = (scenarios: readonly string[]): PlannedProtocol[] => {
  const shipped = readShippedProtocols().map((protocol) => ({ protocol, kind: 'OQ' as const }));
  const own = scenarios.map((file) => ({ protocol: readProtocol(file), kind: 'PQ' as const }));
  // The last one ends the access of the people who run the scenarios.
  return [...shipped.slice(0, -1), ...own, ...shipped.slice(-1)];
};

const requireKnown = (requirements: readonly Requirement[], protocols: readonly PlannedProtocol[]): void => {
  const covered = protocols.flatMap(({ protocol }) => protocol.steps.flatMap(({ covers }) => covers));
  const unknown = findUnknownRequirements(requirements, covered);
  if (unknown.length > 0) throw new Advice(`No requirement has the id ${unknown.join(', ')}.`);
  const ids = protocols.map(({ protocol }) => protocol.id);
  const double = ids.find((id, index) => ids.indexOf(id) !== index);
  if (double !== undefined) throw new Advice(`Two protocols have the id ${double}.`);
};

const toInstallation = async (options: Options, client: Client): Promise<Installation> => {
  const paths = options.dataDir === null ? null : dataPaths(options.dataDir);
  return {
    ...options,
    client,
    paths,
    plan: paths && readPlan(paths.plan),
    version: options.version ?? (paths && sourceVersion()),
    system: await readSystemDetails(client),
  };
};

const qualify = async (options: Options): Promise<number> => {
  const startedAt = new Date();
  const run = startedAt.getTime().toString(36);
  const folder = toFolder(options, run);
  if (existsSync(folder)) throw new Advice(`${folder} is there already. Name another folder by --out.`);
  const protocols = listProtocols(options.scenarios);
  const description = await readDescription(options.baseUrl);
  const requirements = listRequirements(description);
  requireKnown(requirements, protocols);
  const makeClient = (apiKey: string) =>
    createClient({ baseUrl: options.baseUrl, credential: { apiKey }, reason: `Qualification ${run}` });
  const client = makeClient(options.key);
  const caller = await client.account.get();
  const madeBy = `${caller.name} (${caller.id})`;
  const testKey = await makeTestKey(client, run);
  try {
    const sandboxClient = makeClient(testKey.value);
    const { organization: sandbox } = await sandboxClient.account.get();
    if (!sandbox.sandbox) throw new Advice('The test key does not reach a sandbox; nothing was run.');
    const target = {
      baseUrl: options.baseUrl,
      authUrl: findAuthUrl(description, options),
      adminKey: testKey.value,
    };
    const runner = makeRunner(target, { run, findOperation: makeFindOperation(description) });
    say(`Run ${run} against ${options.baseUrl}`);
    const installed = await toInstallation(options, client);
    const installation = await qualifyInstallation(installed, madeBy);
    const done = await runProtocols(protocols, { runner, client: sandboxClient, startedAt, say });
    const risks = readRisks();
    const trace = traceRequirements(requirements, risks, [...installation, ...done.flatMap(({ steps }) => steps)]);
    const result: QualificationRun = {
      run,
      baseUrl: options.baseUrl,
      version: installed.system?.programs[0]?.version ?? 'unknown',
      organisation: caller.organization.name,
      sandbox: sandbox.name,
      startedAt,
      completedAt: new Date(),
      madeBy,
      requirements,
      risks,
      installation,
      protocols: done,
      trace,
      holes: listHoles(trace, new Date()),
    };
    const { id } = await writePack(result, folder, client);
    report(result, { folder, id });
    return toResult(countOutcomes(listSteps(result))) === 'failed' ? 1 : 0;
  } finally {
    await testKey.revoke();
  }
};

const report = (run: QualificationRun, { folder, id }: { folder: string; id: string }): void => {
  const steps = listSteps(run);
  const { passed, failed, open } = countOutcomes(steps);
  const seconds = Math.round((run.completedAt.getTime() - run.startedAt.getTime()) / 1000);
  for (const outcome of ['open', 'failed'] as const)
    for (const step of steps.filter((one) => one.outcome === outcome))
      say(`  ${outcome.toUpperCase().padEnd(6)}  ${step.id}  ${step.title}: ${step.reason}`);
  say(`${steps.length} steps in ${seconds} s: ${passed} passed, ${failed} failed, ${open} open`);
  say(`Result  ${toResult(countOutcomes(steps)).replaceAll('_', ' ')}; recorded as ${id}`);
  say(`Pack    ${folder}`);
  say(`Verify  node ${join(folder, 'verify-audit.mjs')} ${join(folder, 'qualification.json')} --key KEY.json`);
};

await runCommand(async () => {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === null) {
    say(USAGE);
    return 0;
  }
  if (!('compare' in options)) return qualify(options);
  const [before, after] = options.compare;
  for (const line of comparePacks(readPack(before), readPack(after))) say(line);
  return 0;
});
