import type { Call, RecordRead as KitRecordRead } from '@qsc/service-kit';
import { makeRecordEvent } from './event-change.ts';
import type { QualityEvent } from './quality-event.ts';

/** Records reads of a quality event, or of a part of it. */
export type RecordRead = KitRecordRead<QualityEvent>;

/** The event of a read. */
export const toReadEvent = (event: QualityEvent, call: Call) =>
  makeRecordEvent('read', event, { call, audit: { action: 'read' } });
