import { RemoteRefusal } from '../../remote/remote-error.ts';
import type { RemoteContext, Source } from '../connector.ts';
import { apiUrl, idInPath } from './vault-address.ts';
import { readVault, type VaultBody } from './vault-answer.ts';
import { queryPage, type Row } from './vault-query.ts';
import { isDocuments } from './vault-source.ts';
import { contains, objectName } from './vql.ts';

/** A user action that Vault offers for a record in its present state. */
type Action = { name: string; label: string; isAllowed: boolean };

const FORM = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };

/**
 * Starts the user action of that name or label, or the one that leads to the state of that name. A record that is in the state
 * already is left as it is, so that a repetition acts once. Throws `VALIDATION_ERROR` where no action, or more than one, fits.
 */
export const act = async (
  context: RemoteContext,
  source: Source,
  externalId: string,
  action: string,
): Promise<void> => {
  const id = idInPath(externalId);
  const record = await recordState(context, source, id);
  if (record.states.some((state) => toWords(state) === toWords(action))) return;
  const root = isDocuments(source)
    ? `/objects/documents/${id}/versions/${record.version}/lifecycle_actions`
    : `/vobjects/${objectName(source.object)}/${id}/actions`;
  const offered = await context.call(get(context, root), (answer) => toActions(readVault(answer)));
  const { name, isAllowed } = chosen(offered, action);
  if (!isAllowed) throw new RemoteRefusal('NO_PERMISSION', 'The user of the connection may not start this action.');
  const url = apiUrl(context.endpoints, `${root}/${encodeURIComponent(name)}`);
  const method = isDocuments(source) ? 'PUT' : 'POST';
  await context.call({ url, method, headers: FORM, body: '', once: true }, readVault);
};

const get = ({ endpoints }: RemoteContext, path: string) => ({
  url: apiUrl(endpoints, path),
  method: 'GET' as const,
  headers: { accept: 'application/json' },
});

type RecordState = { states: readonly string[]; version: string };

/** The state of a record, and the version of a document. Throws `RECORD_NOT_FOUND`. */
const recordState = async (context: RemoteContext, source: Source, id: string): Promise<RecordState> => {
  const ofDocument = ['status__v', 'major_version_number__v', 'minor_version_number__v'];
  const select = ['id', ...(isDocuments(source) ? ofDocument : ['state__v'])];
  const where = [contains('id', [isDocuments(source) ? Number(id) : id])];
  const query = { select, from: objectName(source.object), where, orderBy: [], pageSize: 1 };
  const [row] = (await queryPage(context, query)).rows;
  if (!row) throw new RemoteRefusal('RECORD_NOT_FOUND', 'Vault has no such record.');
  return { states: toStates(row), version: toVersion(row) };
};

const toStates = ({ status__v: status, state__v: state }: Row): string[] =>
  [status, state].flat().filter((one) => typeof one === 'string');

const toVersion = ({ major_version_number__v: major, minor_version_number__v: minor }: Row): string =>
  `${Number(major ?? 0)}/${Number(minor ?? 0)}`;

const toActions = ({ data, lifecycle_actions__v: ofDocument }: VaultBody): Action[] => {
  const rows = (Array.isArray(data) ? data : Array.isArray(ofDocument) ? ofDocument : []) as Row[];
  return rows.map((row) => ({
    name: String(row.name ?? row.name__v ?? ''),
    label: String(row.label ?? row.label__v ?? ''),
    isAllowed: String(row.executable__v ?? 'true') !== 'false',
  }));
};

const chosen = (offered: readonly Action[], wanted: string): Action => {
  for (const fits of [isNamed(wanted), isLabelled(wanted), leadsTo(wanted)]) {
    const [first, second] = offered.filter(fits);
    if (first && second)
      throw new RemoteRefusal('VALIDATION_ERROR', 'Several actions of Vault fit. Name one of them in full.');
    if (first) return first;
  }
  throw new RemoteRefusal('VALIDATION_ERROR', 'Vault offers no such action in the present state of the record.');
};

/** Names of actions of objects are `Objectlifecyclestateuseraction.<object>.<state>.<action>`. */
const isNamed =
  (wanted: string) =>
  ({ name }: Action): boolean =>
    name === wanted || name.split('.').at(-1) === wanted;

const isLabelled =
  (wanted: string) =>
  ({ label }: Action): boolean =>
    label.toLowerCase() === wanted.toLowerCase();

/** Vault does not return the target state; actions that change a state are named by it, such as `change_state_to_approved_useraction__c`. */
const leadsTo =
  (wanted: string) =>
  ({ name, label }: Action): boolean => {
    const state = toWords(wanted);
    const texts = [toWords(name.split('.').at(-1) ?? ''), toWords(label)];
    return state !== '' && texts.some((text) => text.endsWith(` to ${state}`));
  };

/** `In Review`, `in_review_state__c` and `in_review__c` are one state. */
const toWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/__[a-z]{1,4}$/, '')
    .replace(/_useraction\d*$/, '')
    .replace(/_state\d*$/, '')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
