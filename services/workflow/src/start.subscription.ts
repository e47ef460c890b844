import { entityKinds } from '@qsc/contracts';
import {
  type EntitySnapshot,
  type Envelope,
  entityEvents,
  identityEvents,
  type QualityEventSnapshot,
  qualityEvents,
} from '@qsc/contracts/events';
import { type Effect, type HandledKinds, on, type Subscription, systemCall } from '@qsc/service-kit';
import type { ApprovalStore } from './approval/approval.store.ts';
import type { Approval } from './approval/approval.ts';
import { blockedEvent } from './approval/approval-event.ts';
import type { WorkflowStore } from './definition/definition.store.ts';
import type { EnsureShipped } from './definition/shipped.store.ts';
import { SHIPPED } from './definition/shipped.ts';
import type { InstanceStore } from './instance/instance.store.ts';
import { type InstanceRecord, mirrorRecord } from './instance/instance.ts';
import type { Starter } from './instance/starter.ts';
import type { KnownUser } from './user/user.ts';

/** The queue of events that start instances, and of changes that instances mirror from their records. */
export const START_QUEUE = 'workflow.starts';

/** The kinds of entities that definitions of any organisation are for, and those that are shipped. */
export const makeListKinds =
  (definitions: Pick<WorkflowStore, 'listEntityTypes'>): HandledKinds['list'] =>
  async () => {
    const shipped = [...SHIPPED.values()].flatMap(({ entity_types }) => entity_types);
    return entityKinds([...shipped, ...(await definitions.listEntityTypes())]);
  };

type Parts = {
  starter: Pick<Starter, 'toEffect'>;
  store: Pick<InstanceStore, 'current' | 'write'>;
  approvalStore: Pick<ApprovalStore, 'find' | 'pending' | 'update'>;
  isBlocked: (approval: Approval) => Promise<boolean>;
  ensureShipped: EnsureShipped;
};

const qualityRecord = (event: QualityEventSnapshot): InstanceRecord => ({
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

const entityRecord = (entity: EntitySnapshot): InstanceRecord => ({
  id: entity.id,
  type: entity.type,
  name: entity.name,
  version: entity.version,
  created_by: entity.created_by,
  related_ids: entity.relationships.map(({ target_id }) => target_id),
});

/**
 * A new organisation gets the shipped definitions, and a new record its instance. Name, relations and deletion of the record
 * are mirrored to the instance.
 */
export const startSubscriptions = ({
  starter,
  store,
  approvalStore,
  isBlocked,
  ensureShipped,
}: Parts): Subscription[] => {
  const start = ({ orgid, time, requestid }: Envelope, record: InstanceRecord): Promise<Effect | null> =>
    starter.toEffect(systemCall(orgid, new Date(time), requestid), record);

  /**
   * A change may arrive before the creation, so that either starts the instance; for an entity only where it is younger than
   * its definition, since others start on request. Every version is stored, even if it changes nothing in the instance, so that
   * an older one which arrives later is recognised.
   */
  const mirror = async (event: Envelope, record: InstanceRecord): Promise<Effect | null> => {
    const known = await store.current(event.orgid, record.id);
    const started = known ? null : await start(event, record);
    if (started) return started;
    // The creation may have started it since the read.
    const instance = known ?? (await store.current(event.orgid, record.id));
    if (!instance || instance.completed_at !== null) return null;
    const mirrored = mirrorRecord(instance, record);
    return mirrored === instance ? null : { changes: [store.write(mirrored)], events: [] };
  };

  /**
   * Nobody can decide about a deleted record until it is restored. The instance is written too, so that an approval which opens
   * concurrently is decided again.
   */
  const mirrorDeletion = async ({ orgid }: Envelope, entity: EntitySnapshot): Promise<Effect | null> => {
    const { id, version, deleted } = entity;
    const instance = await store.current(orgid, id);
    if (!instance || instance.completed_at !== null || version < instance.record_version) return null;
    const approval = instance.approval_id === null ? null : await approvalStore.find(orgid, instance.approval_id);
    const isKnown = !approval || approval.record_gone === deleted;
    return {
      changes: [
        store.write({ ...mirrorRecord(instance, entityRecord(entity)), version: instance.version + 1 }),
        ...(isKnown
          ? []
          : [approvalStore.update({ ...approval, record_gone: deleted, version: approval.version + 1 })]),
      ],
      events: [],
    };
  };

  /** Notifies administrators of approvals that lose their last approver by a change of activity or role. */
  const reportBlocked = async (
    { orgid, time, requestid, data }: Envelope,
    user: Pick<KnownUser, 'role' | 'active'>,
  ): Promise<Effect | null> => {
    const { active, role } = data.audit?.changes ?? {};
    if (!role && (!active || user.active)) return null;
    const lost = String(role?.from ?? user.role);
    const pending = (await approvalStore.pending(orgid)).filter(({ approver_roles }) =>
      approver_roles.some((one) => one === lost),
    );
    const blocked = await Promise.all(pending.map(isBlocked));
    const call = systemCall(orgid, new Date(time), requestid);
    return {
      changes: [],
      events: pending.filter((_, index) => blocked[index]).map((approval) => blockedEvent(call, approval)),
    };
  };

  return [
    on(identityEvents.userUpdated, reportBlocked),
    on(identityEvents.organizationCreated, async ({ orgid, requestid }) => {
      await ensureShipped(orgid, requestid);
      return null;
    }),
    on(qualityEvents.created, (event, record) => start(event, qualityRecord(record))),
    on(qualityEvents.updated, (event, record) => mirror(event, qualityRecord(record))),
    on(entityEvents.created, (event, record) => start(event, entityRecord(record))),
    on(entityEvents.updated, (event, record) =>
      mirror(event, { ...entityRecord(record), created_at: new Date(record.created_at) }),
    ),
    on(entityEvents.deleted, mirrorDeletion),
    on(entityEvents.restored, mirrorDeletion),
    on(entityEvents.purged, (event, record) => mirrorDeletion(event, { ...record, deleted: true })),
  ];
};
