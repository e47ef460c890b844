import {
  type EntitySnapshot,
  type Envelope,
  entityEvents,
  identityEvents,
  type QualityEventSnapshot,
  qualityEvents,
} from '@qsc/contracts/events';
import { type Effect, on, type Subscription, systemCall } from '@qsc/service-kit';
import type { ApprovalStore } from './approval/approval.store.ts';
import type { Approval } from './approval/approval.ts';
import { blockedEvent } from './approval/approval-event.ts';
import type { EnsureShipped } from './definition/shipped.store.ts';
import type { InstanceStore } from './instance/instance.store.ts';
import { type BegunRecord, followRecord } from './instance/instance.ts';
import type { Starter } from './instance/starter.ts';
import type { KnownUser } from './user/user.ts';

/** The queue of what begins instances, and of what they follow of their records. */
export const START_QUEUE = 'workflow.starts';

type Parts = {
  starter: Pick<Starter, 'effectOf'>;
  store: Pick<InstanceStore, 'current' | 'write'>;
  rounds: Pick<ApprovalStore, 'find' | 'pending' | 'update'>;
  isBlocked: (round: Approval) => Promise<boolean>;
  ensureShipped: EnsureShipped;
};

const qualityRecord = (event: QualityEventSnapshot): BegunRecord => ({
  id: event.id,
  type: event.type,
  name: event.title,
  version: event.version,
  created_by: event.created_by,
  related_ids: [
    ...event.related_entities.map(({ id }) => id),
    ...(event.source_event_id === null ? [] : [event.source_event_id]),
  ],
});

const entityRecord = (entity: EntitySnapshot): BegunRecord => ({
  id: entity.id,
  type: entity.type,
  name: entity.name,
  version: entity.version,
  created_by: entity.created_by,
  related_ids: entity.relationships.map(({ target_id }) => target_id),
});

/** An organisation begins with the shipped definitions; a record that is created begins its way; what it is about, its name, and whether it is there, are kept beside the instance. */
export const startSubscriptions = ({ starter, store, rounds, isBlocked, ensureShipped }: Parts): Subscription[] => {
  const start = ({ orgid, time, requestid }: Envelope, record: BegunRecord): Promise<Effect | null> =>
    starter.effectOf(systemCall(orgid, new Date(time), requestid), record);

  /**
   * A change may come before the creation that it followed, whose instance would then never know of it: either begins it, of an
   * entity where that is younger than its definition, since the others begin when somebody asks for it. Each
   * version is kept, also of a change that is nothing to the instance, so that an older one that comes later is known as such.
   */
  const follow = async (event: Envelope, record: BegunRecord): Promise<Effect | null> => {
    const known = await store.current(event.orgid, record.id);
    const begun = known ? null : await start(event, record);
    if (begun) return begun;
    // The creation may have begun it since it was looked for.
    const instance = known ?? (await store.current(event.orgid, record.id));
    if (!instance || instance.completed_at !== null) return null;
    const followed = followRecord(instance, record);
    return followed === instance ? null : { changes: [store.write(followed)], events: [] };
  };

  /**
   * Nobody is asked about a record that is deleted, until it is restored. The instance is written too: a round that opens at
   * the same moment is decided anew, and finds no record.
   */
  const keepAsked = async ({ orgid }: Envelope, entity: EntitySnapshot): Promise<Effect | null> => {
    const { id, version, deleted } = entity;
    const instance = await store.current(orgid, id);
    if (!instance || instance.completed_at !== null || version < instance.record_version) return null;
    const round = instance.approval_id === null ? null : await rounds.find(orgid, instance.approval_id);
    const isKnown = !round || round.record_gone === deleted;
    return {
      changes: [
        store.write({ ...followRecord(instance, entityRecord(entity)), version: instance.version + 1 }),
        ...(isKnown ? [] : [rounds.update({ ...round, record_gone: deleted, version: round.version + 1 })]),
      ],
      events: [],
    };
  };

  /** Administrators are notified of the rounds that lose their last approver by a change of activity or role. */
  const blockRounds = async (
    { orgid, time, requestid, data }: Envelope,
    user: Pick<KnownUser, 'role' | 'active'>,
  ): Promise<Effect | null> => {
    const { active, role } = data.audit?.changes ?? {};
    if (!role && (!active || user.active)) return null;
    const lost = String(role?.from ?? user.role);
    const asked = (await rounds.pending(orgid)).filter(({ approver_roles }) =>
      approver_roles.some((one) => one === lost),
    );
    const blocked = await Promise.all(asked.map(isBlocked));
    const call = systemCall(orgid, new Date(time), requestid);
    return {
      changes: [],
      events: asked.filter((_, index) => blocked[index]).map((round) => blockedEvent(call, round)),
    };
  };

  return [
    on(identityEvents.userUpdated, blockRounds),
    on(identityEvents.organizationCreated, async ({ orgid, requestid }) => {
      await ensureShipped(orgid, requestid);
      return null;
    }),
    on(qualityEvents.created, (event, record) => start(event, qualityRecord(record))),
    on(qualityEvents.updated, (event, record) => follow(event, qualityRecord(record))),
    on(entityEvents.created, (event, record) => start(event, entityRecord(record))),
    on(entityEvents.updated, (event, record) =>
      follow(event, { ...entityRecord(record), created_at: new Date(record.created_at) }),
    ),
    on(entityEvents.deleted, keepAsked),
    on(entityEvents.restored, keepAsked),
    on(entityEvents.purged, (event, record) => keepAsked(event, { ...record, deleted: true })),
  ];
};
