import { newId, type RateFigures, TIER_FIGURES, type Tier, UTC } from '@qsc/contracts';
import { type Envelope, identityEvents } from '@qsc/contracts/events';
import { type Call, invalidField, makeEvent } from '@qsc/service-kit/pure';
import { changedFields, type Fields } from '../audit/changed-fields.ts';
import { inOrganization } from '../operator.ts';

/** `requests_per_minute` and `burst` are a custom tier's own figures, null where the tier is a fixed one. */
export type Settings = {
  strict_mode: boolean;
  recorded_reads: string[];
  /** A dashboard session without input for so long goes idle. */
  session_idle_minutes: number;
  /** The audit trail is reviewed once in so many days. */
  audit_review_interval_days: number;
  requests_per_minute: number | null;
  burst: number | null;
};

/** What holds until an organisation says otherwise (decisions §3). */
const SESSION_IDLE_MINUTES = 15;
const AUDIT_REVIEW_INTERVAL_DAYS = 90;

/** An organisation, or the sandbox that was created with it and whose data is apart. */
export type Organization = {
  id: string;
  name: string;
  tier: Tier;
  /** IANA name; calendar rules go by the day in it. */
  time_zone: string;
  sandbox: boolean;
  /** The sandbox of a live organisation. */
  sandbox_id: string | null;
  /** The live organisation of a sandbox. */
  home_id: string | null;
  settings: Settings;
  created_at: Date;
  updated_at: Date;
  version: number;
};

/** `limits`: the figures of a custom tier. */
export type TierChoice = { tier: Tier; limits?: RateFigures | undefined };

export type NewOrganization = TierChoice & { name: string };

export type OrganizationPatch = {
  name?: string | undefined;
  time_zone?: string | undefined;
  settings?: { [Key in keyof Settings]?: Settings[Key] | undefined } | undefined;
};

/** What a decision on an organisation comes to; without an event nothing changed. */
export type DecidedOrganization = { organization: Organization; event: Envelope | null };

const toFields = ({ name, tier, time_zone, settings }: Organization): Fields => ({
  name,
  tier,
  time_zone,
  ...Object.fromEntries(Object.entries(settings).map(([key, value]) => [`settings.${key}`, value])),
});

const makeChangeEvent = (organization: Organization, before: Organization | null, call: Call): Envelope =>
  makeEvent(
    before ? identityEvents.organizationUpdated : identityEvents.organizationCreated,
    inOrganization(call, organization.id),
    {
      audit: {
        action: before ? 'update' : 'create',
        entity_type: 'organization',
        entity_id: organization.id,
        entity_name: organization.name,
        entity_version: organization.version,
        changes: changedFields(before ? toFields(before) : {}, toFields(organization)),
      },
      record: {
        id: organization.id,
        name: organization.name,
        tier: organization.tier,
        time_zone: organization.time_zone,
        settings: organization.settings,
        version: organization.version,
      },
    },
  );

/** The figures that hold for the organisation: the tier's, or a custom tier's own (specification, "Limits"). */
export const toLimits = ({ tier, settings }: Pick<Organization, 'tier' | 'settings'>): RateFigures => {
  if (tier !== 'custom') return TIER_FIGURES[tier];
  return { requests_per_minute: settings.requests_per_minute ?? 0, burst: settings.burst ?? 0 };
};

/** Throws `validation_failed` unless figures are given for a custom tier, and for that one only. */
const requireFitting = ({ tier, limits }: TierChoice): void => {
  if (tier === 'custom' && !limits) throw invalidField('limits', 'required', 'A custom tier needs its figures.');
  if (tier !== 'custom' && limits)
    throw invalidField('limits', 'not_allowed', 'Only a custom tier has its own figures.');
};

const toFigures = (limits: RateFigures | undefined) => ({
  requests_per_minute: limits?.requests_per_minute ?? null,
  burst: limits?.burst ?? null,
});

/** A new organisation and its sandbox, which has the same tier and its own data. Throws `validation_failed` for limits that do not fit the tier. */
export const createOrganization = (input: NewOrganization, call: Call): DecidedOrganization[] => {
  const { name, tier, limits } = input;
  requireFitting(input);
  const [id, sandboxId] = [newId('organization'), newId('organization')];
  const shared = {
    tier,
    time_zone: UTC,
    settings: {
      strict_mode: false,
      recorded_reads: [],
      session_idle_minutes: SESSION_IDLE_MINUTES,
      audit_review_interval_days: AUDIT_REVIEW_INTERVAL_DAYS,
      ...toFigures(limits),
    },
    created_at: call.now,
    updated_at: call.now,
    version: 1,
  };
  const live: Organization = { id, name, sandbox: false, sandbox_id: sandboxId, home_id: null, ...shared };
  const sandbox: Organization = {
    id: sandboxId,
    name: `${name} (sandbox)`,
    sandbox: true,
    sandbox_id: null,
    home_id: id,
    ...shared,
  };
  return [live, sandbox].map((organization) => ({ organization, event: makeChangeEvent(organization, null, call) }));
};

const pickDefined = <T extends object>(patch: T): Partial<T> =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as Partial<T>;

const changed = (before: Organization, values: Partial<Organization>, call: Call): DecidedOrganization => {
  const after: Organization = { ...before, ...values, updated_at: call.now, version: before.version + 1 };
  const unchanged = Object.keys(changedFields(toFields(before), toFields(after))).length === 0;
  return unchanged
    ? { organization: before, event: null }
    : { organization: after, event: makeChangeEvent(after, before, call) };
};

/** Changes name, time zone and settings; what is left out stays. Throws `validation_failed` for figures that the tier fixes. */
export const patchOrganization = (before: Organization, patch: OrganizationPatch, call: Call): DecidedOrganization => {
  const settings = pickDefined(patch.settings ?? {}) as Partial<Settings>;
  for (const figure of ['requests_per_minute', 'burst'] as const)
    if (settings[figure] !== undefined && before.tier !== 'custom')
      throw invalidField(`settings.${figure}`, 'not_allowed', `The tier "${before.tier}" fixes this figure.`);
  const { name = before.name, time_zone = before.time_zone } = patch;
  return changed(before, { name, time_zone, settings: { ...before.settings, ...settings } }, call);
};

/** Another tier, which an operator sets. Throws `validation_failed` for figures that do not fit it. */
export const changeTier = (before: Organization, choice: TierChoice, call: Call): DecidedOrganization => {
  requireFitting(choice);
  return changed(before, { tier: choice.tier, settings: { ...before.settings, ...toFigures(choice.limits) } }, call);
};
