import { type Call, type Change, type RecordRead, requireMatch } from '@qsc/service-kit';
import type { Announce } from '../notice/announce.ts';
import { organizationNotice } from '../notice/notice.ts';
import type { OrganizationStore } from './organization.store.ts';
import {
  changeTier,
  createOrganization,
  type DecidedOrganization,
  type NewOrganization,
  type Organization,
  type OrganizationPatch,
  patchOrganization,
  type TierChoice,
  toLimits,
} from './organization.ts';

export type OrganizationView = Organization & { limits: ReturnType<typeof toLimits> };

export type OrganizationService = {
  /** Creates an organisation with its sandbox; answers the live one. */
  create(input: NewOrganization, call: Call): Promise<Organization>;
  read(call: Call): Promise<OrganizationView>;
  /** Throws `precondition_failed` or `validation_failed`. */
  patch(patch: OrganizationPatch, call: Call): Promise<OrganizationView>;
  /** Sets the tier of the organisation and of its sandbox, for an operator. Throws `not_found` or `validation_failed`. */
  changeTier(choice: TierChoice, call: Call): Promise<OrganizationView>;
};

type Parts = {
  store: OrganizationStore;
  announce: Announce;
  recordRead: RecordRead;
  /** The row of an organisation's users that goes with it. */
  changeRoster: (orgId: string) => Promise<Change>;
};

const toView = (organization: Organization): OrganizationView => ({ ...organization, limits: toLimits(organization) });

/** The use cases of organisations; a caller reaches only its own. */
export const makeOrganizationService = (parts: Parts): OrganizationService => {
  const { store, announce, recordRead, changeRoster } = parts;

  /** Writes, events and notices of what changed; nothing where nothing did. */
  const outcome = (decided: readonly DecidedOrganization[], call: Call) => {
    const changed = decided.filter(({ event }) => event !== null);
    return {
      changes: changed.map(({ organization }) => store.update(organization)),
      events: changed.flatMap(({ event }) => event ?? []),
      notices: changed.map(({ organization }) => organizationNotice(organization.id, call.now)),
    };
  };

  return {
    create: (input, call) =>
      announce(call, {}, async () => {
        const created = createOrganization(input, call);
        const [live] = created;
        if (!live) throw new Error('an organisation was not created');
        return {
          changes: [
            ...created.map(({ organization }) => store.insert(organization)),
            ...(await Promise.all(created.map(({ organization }) => changeRoster(organization.id)))),
          ],
          events: created.flatMap(({ event }) => event ?? []),
          notices: [],
          answer: live.organization,
        };
      }),

    async read(call) {
      const organization = await store.get(call.actor.org_id);
      await recordRead({ type: 'organization', ...organization }, call);
      return toView(organization);
    },

    patch: (patch, call) =>
      announce(call, { records: [call.actor.org_id] }, async () => {
        const before = await store.get(call.actor.org_id);
        requireMatch(call, before.version);
        const decided = patchOrganization(before, patch, call);
        return { ...outcome([decided], call), answer: toView(decided.organization) };
      }),

    changeTier: (choice, call) =>
      announce(call, { records: [call.actor.org_id] }, async () => {
        const live = await store.get(call.actor.org_id);
        const both = live.sandbox_id ? [live, await store.get(live.sandbox_id)] : [live];
        const decided = both.map((organization) => changeTier(organization, choice, call));
        return { ...outcome(decided, call), answer: toView(decided[0]?.organization ?? live) };
      }),
  };
};
