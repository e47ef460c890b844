import { ValidationError } from '@qsc/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hasCode } from '../session/api-error.ts';
import { type Certificate, type NewCertificate, uploadCertificate } from './certificate.queries.ts';

/** What is typed for one file; days as YYYY-MM-DD, empty for what the document says alone. */
export type Typed = { name: string; batch_number: string; issue_date: string; expiry_date: string };

export type UploadState =
  | { kind: 'ready' }
  | { kind: 'sending'; share: number }
  | { kind: 'sent'; certificate: Certificate }
  | { kind: 'failed'; error: unknown };

/** A file that is to become a certificate. Sent again after a fault it keeps its `key`, so that it is stored once. */
export type UploadItem = { id: string; key: string; file: File; typed: Typed; state: UploadState };

/** What all files of one upload have in common. */
export type Shared = Pick<NewCertificate, 'type' | 'supplier_id' | 'component_id' | 'supersedes'>;

const CONCURRENCY = 3;
const WITHOUT_EXTENSION = /\.[a-z0-9]{1,5}$/i;

/** Whether the file itself is refused, so that sending it again changes nothing. */
export const isRefused = (error: unknown): boolean =>
  hasCode(error, 'payload_too_large', 'unsupported_media_type') ||
  (error instanceof ValidationError && error.fields.some(({ field }) => field === 'file'));

const isWaiting = ({ state }: UploadItem): boolean =>
  state.kind === 'ready' || (state.kind === 'failed' && !isRefused(state.error));

const toMetadata = ({ typed }: UploadItem, shared: Shared): NewCertificate => ({
  ...shared,
  name: typed.name.trim(),
  ...(typed.batch_number.trim() ? { batch_number: typed.batch_number.trim() } : {}),
  ...(typed.issue_date ? { issue_date: typed.issue_date } : {}),
  ...(typed.expiry_date ? { expiry_date: typed.expiry_date } : {}),
});

/** The files of an upload: added, described, sent a few at a time, and sent again where one failed. */
export const useUploads = () => {
  const queries = useQueryClient();
  const [items, setItems] = useState<readonly UploadItem[]>([]);

  const update = (id: string, change: Partial<UploadItem>) =>
    setItems((known) => known.map((item) => (item.id === id ? { ...item, ...change } : item)));

  const send = async (item: UploadItem, shared: Shared, reason: string | undefined): Promise<void> => {
    update(item.id, { state: { kind: 'sending', share: 0 } });
    try {
      const certificate = await uploadCertificate(item.file, toMetadata(item, shared), {
        idempotencyKey: item.key,
        reason,
        onProgress: (share) => update(item.id, { state: { kind: 'sending', share } }),
      });
      update(item.id, { state: { kind: 'sent', certificate } });
      void queries.invalidateQueries({ queryKey: ['certificates'] });
      void queries.invalidateQueries({ queryKey: ['suppliers'] });
    } catch (error) {
      update(item.id, { state: { kind: 'failed', error } });
    }
  };

  return {
    items,
    waiting: items.filter(isWaiting),
    add: (files: readonly File[]) =>
      setItems((known) => [
        ...known,
        ...files.map((file): UploadItem => {
          const typed = {
            name: file.name.replace(WITHOUT_EXTENSION, ''),
            batch_number: '',
            issue_date: '',
            expiry_date: '',
          };
          return { id: crypto.randomUUID(), key: crypto.randomUUID(), file, typed, state: { kind: 'ready' } };
        }),
      ]),
    /** A changed form is another request, with a key of its own. */
    type: ({ id, typed }: UploadItem, change: Partial<Typed>) =>
      update(id, { key: crypto.randomUUID(), typed: { ...typed, ...change }, state: { kind: 'ready' } }),
    remove: ({ id }: UploadItem) => setItems((known) => known.filter((item) => item.id !== id)),
    async sendAll(shared: Shared, reason: string | undefined): Promise<void> {
      const left = items.filter(isWaiting);
      for (const { id } of left) update(id, { state: { kind: 'sending', share: 0 } });
      const work = async () => {
        for (let item = left.shift(); item; item = left.shift()) await send(item, shared, reason);
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, work));
    },
    sendOne: send,
  };
};
