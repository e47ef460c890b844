import type { z } from 'zod';
import type { AuditEntry } from '../entry/entry.ts';
import { type AccessAct, toAccessAct } from './access-act.ts';
import { addTo, finding, SHOWN_IDS, toOutcome } from './finding.ts';
import type { Peers } from './peer.client.ts';
import type { AccessSection, ReportPeriod } from './report.ts';
import type { ReportEntries } from './report-entry.query.ts';

type Section = z.infer<typeof AccessSection>;

const DAY_MS = 86_400_000;
const NEAR_DAYS = 30;
const DORMANT_DAYS = 90;

const BASIS =
  `Failed logins, lockouts and role changes are those of the period, by the log. Keys that end within ${NEAR_DAYS} days, and ` +
  `active users without a login for ${DORMANT_DAYS} days, are those at the time of the report. Failed logins with a ` +
  'unknown name belong to no organisation and are not counted.';

const makeFindings = () => ({
  unreadable: finding('entry_unreadable', 'The stored entry was made unreadable, so that it is not counted.'),
  lockout: finding('signing_locked', 'Signing was locked after repeated failures.'),
  key: finding('key_near_expiry', `The API key ends within ${NEAR_DAYS} days.`),
  dormant: finding('dormant_user', `The user is active and has not logged in for ${DORMANT_DAYS} days.`),
});

type Found = ReturnType<typeof makeFindings>;

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const toRoleChange = ({
  id,
  timestamp,
  entity_name,
  changes,
  user,
}: AuditEntry): Section['details']['role_changes'][number] => ({
  entry_id: id,
  at: timestamp,
  user: entity_name,
  from: textOrNull(changes.role?.from),
  to: textOrNull(changes.role?.to),
  by: user.name,
});

/** The section on access, from the log and the identity service. */
export const makeAccessSection = ({ peers, entries }: { peers: Peers; entries: ReportEntries }) => {
  const readActs = async (orgId: string, period: ReportPeriod, found: Found) => {
    const counts: Record<AccessAct, number> = { failed_login: 0, failed_signature: 0, lockout: 0, role_change: 0 };
    const roleChanges: Section['details']['role_changes'] = [];
    for await (const { id, entry } of entries.aboutAccess(orgId, period)) {
      if (!entry) addTo(found.unreadable, { entry: id });
      const act = entry && toAccessAct(entry);
      if (!act) continue;
      counts[act] += 1;
      if (act === 'lockout') addTo(found.lockout, { entry: entry.id, record: entry.entity_id });
      if (act === 'role_change' && roleChanges.length < SHOWN_IDS) roleChanges.push(toRoleChange(entry));
    }
    return { counts, roleChanges };
  };

  const dormantUsers = async (orgId: string, now: Date) => {
    const since = new Date(now.getTime() - DORMANT_DAYS * DAY_MS);
    const users = await peers.activeUsers(orgId);
    const loggedIn = await entries.loggedIn(orgId, { from: since, until: now });
    return users.filter(({ id, created_at }) => new Date(created_at) <= since && !loggedIn.has(id));
  };

  return async (orgId: string, period: ReportPeriod): Promise<Section> => {
    const found = makeFindings();
    const keys = await peers.expiringKeys(orgId, new Date(period.now.getTime() + NEAR_DAYS * DAY_MS));
    const dormant = await dormantUsers(orgId, period.now);
    const { counts, roleChanges } = await readActs(orgId, period, found);
    for (const { id } of keys) addTo(found.key, { record: id });
    for (const { id } of dormant) addTo(found.dormant, { record: id });
    return {
      ...toOutcome([found.unreadable], [found.lockout, found.key, found.dormant]),
      failed_logins: counts.failed_login,
      failed_signatures: counts.failed_signature,
      lockouts: counts.lockout,
      role_changes: counts.role_change,
      keys_near_expiry: keys.length,
      dormant_users: dormant.length,
      details: {
        role_changes: roleChanges,
        keys_near_expiry: keys.slice(0, SHOWN_IDS).map(({ id, name, expires_at }) => ({ id, name, expires_at })),
        dormant_users: dormant.slice(0, SHOWN_IDS).map(({ id, name, role }) => ({ id, name, role })),
        basis: BASIS,
      },
    };
  };
};
