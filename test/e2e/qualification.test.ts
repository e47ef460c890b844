import { execFile } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { DEFAULT_BASELINE, qualifyInstallation } from '../../scripts/qualification/installation.ts';
import { type Installation, readSystemDetails } from '../../scripts/qualification/installation-check.ts';
import { dataPaths, REPOSITORY } from '../../scripts/runtime/paths.ts';
import { type Plan, readPlan } from '../../scripts/runtime/plan.ts';
import { readDemo } from './demo.ts';
import { newOrganization, type OwnOrganization } from './organization.ts';

const SCENARIOS = join(REPOSITORY, 'scripts/qualification/scenarios');

/** Open until the first checkpoint of the organisation is due. */
const FIRST_CHECKPOINT = 'IQ-11';

/** What needs an image, https, a restore drill, or a partner system. */
const OPEN_STEPS = [
  ...['IQ-02', 'IQ-04', 'IQ-13'],
  ...['OQ-EXC-19', 'OQ-EXC-20'],
  ...['OQ-EXC-28', 'OQ-EXC-29', 'OQ-EXC-30', 'OQ-EXC-31', 'OQ-EXC-32', 'OQ-EXC-33'],
];

const run = async (program: string, ...parameters: string[]): Promise<{ code: number; out: string }> => {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...parameters], { cwd: REPOSITORY });
    return { code: 0, out: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: `${stdout}${stderr}` };
  }
};

/** An address whose answers say that it is two minutes ago. */
const startLateClock = async (): Promise<Server> => {
  const server = createServer((_request, response) => {
    response.setHeader('date', new Date(Date.now() - 120_000).toUTCString());
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

describe('the qualification of the running system', () => {
  const demo = readDemo();
  const paths = dataPaths(process.env.QSC_DATA_DIR ?? '');
  const folder = mkdtempSync(join(tmpdir(), 'qualification-'));
  const pack = join(folder, 'pack');
  let own: OwnOrganization;

  before(async () => {
    own = await newOrganization(demo, 'Qualification');
  });

  after(() => rmSync(folder, { recursive: true }));

  it('passes with no failed step, and answers every requirement', async () => {
    const scenarios = ['deviation-to-closure.yaml', 'certificate-to-validation.yaml'];
    const { code, out } = await run(
      join(REPOSITORY, 'scripts/qualification/main.ts'),
      ...['--key', own.adminKey, '--out', pack],
      ...scenarios.flatMap((name) => ['--scenario', join(SCENARIOS, name)]),
    );
    expect(code, out).to.equal(0);
    expect(out).to.match(/ 0 failed, \d+ open/);
    const steps: { id: string; outcome: string; audit_entries: unknown[] }[] = JSON.parse(
      readFileSync(join(pack, 'steps.json'), 'utf8'),
    );
    const open = steps.filter(({ outcome }) => outcome === 'open').map(({ id }) => id);
    expect(open.filter((id) => id !== FIRST_CHECKPOINT)).to.deep.equal(OPEN_STEPS);
    expect(steps).to.have.length.at.least(150);
    expect(steps.filter(({ audit_entries }) => audit_entries.length > 0)).to.have.length.at.least(50);
    expect(readFileSync(join(pack, 'qualification.pdf')).subarray(0, 5).toString()).to.equal('%PDF-');
  });

  it('shows no secret, writes no record to the live organisation, and leaves no key that is valid', async () => {
    const text = readFileSync(join(pack, 'steps.json'), 'utf8');
    expect(text).to.not.match(/qsc_(test|live)_[0-9a-f]{8}|whsec_[A-Za-z0-9+/]{8}|eyJ[A-Za-z0-9_-]{20,}\.eyJ/);
    const { meta } = await own.adminClient.entities.list({ per_page: 1 }).page(1);
    expect(meta.total).to.equal(0);
    const { data } = await own.adminClient.apiKeys.list().page(1);
    expect(
      data.filter(({ name }) => /^Qualification [a-z0-9]{8}$/.test(name)).map(({ status }) => status),
    ).to.deep.equal(['revoked']);
  });

  it('is recorded in the audit log, and shows in the compliance report', async () => {
    const period = { from: new Date(Date.now() - 3_600_000).toISOString(), to: new Date().toISOString() };
    const report = await own.adminClient.auditLogs.createComplianceReport({
      ...period,
      include_sections: ['system_validations'],
    });
    expect(report.sections.system_validations?.details.last_qualification).to.include({
      result: 'passed_with_open_steps',
    });
    const data = await eventually('its entry', async () => {
      const entries = await own.adminClient.auditLogs.list({ entity_type: 'system_qualification' }).page(1);
      return entries.data.length > 0 && entries.data;
    });
    expect(data.map(({ action }) => action)).to.deep.equal(['create']);
  });

  it('is a pack that is verified offline, and not after a file was changed', async () => {
    const verify = () => run(join(pack, 'verify-audit.mjs'), join(pack, 'qualification.json'));
    expect(await verify()).to.include({ code: 0 });
    appendFileSync(join(pack, 'traceability.csv'), 'one more line');
    const changed = await verify();
    expect(changed.code).to.equal(1);
    expect(changed.out).to.include('traceability.csv is not the file that was signed');
  });

  describe('of an installation with a wrong setting', () => {
    const qualify = async (change: Partial<Installation>): Promise<string[]> => {
      const plan = readPlan(paths.plan);
      const right = { baseUrl: demo.base_url, client: own.adminClient, plan, paths, baseline: DEFAULT_BASELINE };
      const unset = { version: null, sbom: null, imageDigest: null, system: await readSystemDetails(own.adminClient) };
      const results = await qualifyInstallation({ ...right, ...unset, ...change }, 'Test');
      return results.filter(({ outcome }) => outcome === 'failed').map(({ title }) => title);
    };

    const withEnvironment = (
      change: (name: string, environment: Record<string, string>) => Record<string, string>,
    ): Plan => {
      const plan = readPlan(paths.plan);
      if (!plan) throw new Error('There is no plan.');
      const processes = plan.processes.map((one) =>
        one.environment.MESH_SECRET === undefined
          ? one
          : { ...one, environment: { ...one.environment, ...change(one.name, one.environment) } },
      );
      return { ...plan, processes };
    };

    it('fails at the users where one user is used for all databases', async () => {
      const uri = readPlan(paths.plan)?.processes.find(({ name }) => name === 'entity')?.environment.MONGODB_URI ?? '';
      const plan = withEnvironment((_name, { MONGODB_URI }) => (MONGODB_URI === undefined ? {} : { MONGODB_URI: uri }));
      expect(await qualify({ plan })).to.deep.equal([
        'Each program has a database user of its own',
        'No database user has more rights than its program needs',
      ]);
    });

    it('fails at the checkpoints where their folder is not there', async () => {
      const plan = withEnvironment((name) =>
        name === 'audit' ? { AUDIT_CHECKPOINT_DIRECTORY: join(folder, 'none') } : {},
      );
      expect(await qualify({ plan })).to.deep.equal(['The folder of checkpoints is there']);
    });

    it('fails at the clock where it is off by two minutes', async () => {
      const late = await startLateClock();
      const baseUrl = `http://127.0.0.1:${(late.address() as AddressInfo).port}`;
      expect(await qualify({ baseUrl })).to.deep.equal(['The clock of the gateway agrees with this one']);
      late.close();
    });

    it('fails at the closure where a workflow asks for no signature on it', async () => {
      const { data } = await own.adminClient.workflows.list({ per_page: 100 }).page(1);
      const deviation = data.find(({ entity_types }) => entity_types.includes('deviation'));
      if (!deviation) throw new Error('There is no workflow of deviations.');
      const states = deviation.states.map(({ transition_rules = [], ...state }) => ({
        ...state,
        transition_rules: transition_rules.map((rule) => ({ ...rule, requires_signature: false })),
      }));
      await own.adminClient.workflows.update(deviation.id, { states });
      expect(await qualify({})).to.deep.equal(['Deviations and CAPAs close with a signature']);
    });
  });
});
