import { type ApiClient, apiClient, eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { newPassword } from '../../scripts/runtime/provision.ts';
import {
  type Act,
  type Caller,
  type CallerName,
  type Entry,
  expectEntry,
  type Known,
  type Made,
  perform,
} from './audit-act.ts';
import { INTEGRATION_ACTS } from './audit-acts-of-integration.ts';
import { LOG_ACTS, WEBHOOK_ACTS } from './audit-acts-of-log.ts';
import { ADMINISTRATION_ACTS, SESSION_ACTS } from './audit-acts-of-people.ts';
import { QUALITY_ACTS } from './audit-acts-of-quality.ts';
import { READ_ACTS } from './audit-acts-of-reading.ts';
import { CERTIFICATE_ACTS, ENTITY_ACTS, SUPPLIER_ACTS } from './audit-acts-of-records.ts';
import { readDemo } from './demo.ts';
import { firstLogIn, newOrganization, type OwnOrganization } from './organization.ts';

/** The reads come from every service and late: when their entries are there, those of what was done before are. */
const ACTS: readonly Act[] = [
  ...ENTITY_ACTS,
  ...SUPPLIER_ACTS,
  ...CERTIFICATE_ACTS,
  ...QUALITY_ACTS,
  ...ADMINISTRATION_ACTS,
  ...LOG_ACTS,
  ...WEBHOOK_ACTS,
  ...INTEGRATION_ACTS,
  ...READ_ACTS,
  ...SESSION_ACTS,
];

const PAGE = 100;
const DAY_MS = 86_400_000;

/** Each has acts of its own, but for suppliers, most of whose acts are the entity service's. */
const SERVICES = [
  ...['audit', 'identity', 'entity', 'supplier', 'certificate', 'quality', 'workflow', 'webhook', 'integration'],
];

describe('the audit log, by its entries of the act itself,', () => {
  const demo = readDemo();
  const known: Known = {};
  const made = new Map<Act, Made>();
  let own: OwnOrganization;
  let entries: Entry[];

  const getCaller = async (credential: string): Promise<Caller> => {
    const { data } = (await apiClient(demo.base_url, credential).get('/v1/me')).body;
    const { id, email, name, role } = data;
    return { credential, user: { id, email, name, role }, api_key_id: data.credential.api_key_id };
  };

  const hire = async (): Promise<string> => {
    const [given, password] = [newPassword(), newPassword()];
    const email = `person.${own.orgId}@acts.example`.toLowerCase();
    const hired = await own.admin.post('/v1/users', {
      email,
      name: 'A person',
      role: 'quality_assurance',
      password: given,
    });
    const { access_token } = await firstLogIn(demo, email, { given, own: password });
    Object.assign(known, { personId: hired.body.data.id, personEmail: email, personPassword: password });
    return access_token;
  };

  const readLog = async (api: ApiClient): Promise<Entry[]> => {
    const all: Entry[] = [];
    for (let page = 1; ; page += 1) {
      const { body } = await api.get(`/v1/audit-logs?sort=timestamp&per_page=${PAGE}&page=${page}`);
      all.push(...body.data);
      if (body.data.length < PAGE) return all;
    }
  };

  /** The entries of an act: its own, and those of what the system did because of it. */
  const listEntries = (log: readonly Entry[], { requestId }: Made) => {
    const of = log.filter(({ metadata }) => metadata.request_id === requestId);
    return {
      own: of.filter(({ user }) => user.id !== 'system'),
      caused: of.filter(({ user }) => user.id === 'system'),
    };
  };

  /** Whether every act has the entries that it has to have, or more. */
  const isWhole = (log: readonly Entry[]): boolean =>
    [...made.values()].every((one) => {
      const { own, caused } = listEntries(log, one);
      return own.length >= one.act.entries.length && caused.length >= (one.act.causes ?? 0);
    });

  before(async () => {
    own = await newOrganization(demo, 'Audit acts');
    const callers: Record<CallerName, Caller> = {
      admin: await getCaller(own.adminKey),
      quality: await getCaller(own.qualityKey),
      person: await getCaller(await hire()),
    };
    known.password = own.qualityPassword;
    for (const act of ACTS) {
      const called = callers[act.by ?? 'quality'];
      const requestId = `act-${made.size}-${own.orgId}`;
      const url = act.atIdentity ? demo.auth_url : demo.base_url;
      await perform(act, called, { url, known, requestId });
      made.set(act, { act, caller: called, requestId });
    }
    // Where an entry never comes, the tests of the acts say which.
    entries = await eventually('an entry for each act', async () => {
      const log = await readLog(own.admin);
      return isWhole(log) && log;
    }).catch(() => readLog(own.admin));
  });

  for (const act of ACTS)
    it(`has ${act.entries.length} of it when somebody ${act.what}`, () => {
      const one = made.get(act) as Made;
      const { own, caused } = listEntries(entries, one);
      expect(own.map(({ action, entity_type }) => `${action} ${entity_type}`)).to.deep.equal(
        act.entries.map(({ action, entity_type }) => `${action} ${entity_type}`),
      );
      for (const [index, expected] of act.entries.entries()) expectEntry(own[index] as Entry, expected, one, known);
      expect(caused, 'by the system').to.have.length(act.causes ?? 0);
    });

  it('has all that every service says it has done, by a compliance report', async () => {
    const period = { from: new Date(Date.now() - DAY_MS), to: new Date(Date.now() + DAY_MS) };
    const sections = await eventually('every act has its entry', async () => {
      const include_sections = ['audit_trail_completeness', 'system_validations'];
      const { status, body } = await own.admin.post('/v1/audit-logs/reports/21cfr11', { ...period, include_sections });
      expect(status, JSON.stringify(body)).to.equal(201);
      const trail = body.data.sections.audit_trail_completeness;
      return trail.observations.length === 0 && body.data.sections;
    });
    const trail = sections.audit_trail_completeness;
    expect(trail.findings).to.deep.equal([]);
    const services = trail.details.acts.services as { service: string; acts: number }[];
    expect(services.map(({ service }) => service)).to.have.members(SERVICES);
    for (const { service, acts } of services.filter(({ service }) => service !== 'supplier'))
      expect(acts, service).to.be.greaterThan(0);
    expect(sections.system_validations.details.not_asked).to.deep.equal([]);
  });

  it('is an unbroken chain', async () => {
    expect((await own.admin.get('/v1/audit-logs/verify')).body.data).to.include({ valid: true, first_broken: null });
  });
});
