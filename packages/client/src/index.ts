export {
  type AuditExports,
  type ExportAllOptions,
  type ExportAllRequest,
  ExportFailedError,
  ExportNotValidError,
  type VerifiedExport,
} from './audit-export.ts';
export type { Answer, Call, CallOptions } from './call.ts';
export { type Client, type ClientOptions, createClient } from './client.ts';
export type { Credential } from './credentials.ts';
export type { Download } from './download.ts';
export * from './errors.ts';
export type { ExportedEntries } from './exported-entries.ts';
export type * from './generated/methods.ts';
export type { PageList } from './page-list.ts';
export type { Retry } from './retry.ts';
export type { Sign, SignedContent } from './signing.ts';
export type { AttributeFilters, Body, Data, Item, ListQuery, OperationId, Page, Query, Schemas } from './types.ts';
export type { Upload, UploadSource } from './upload.ts';
export { type CopiedRecordCheck, type CopyVerification, verifyCopy } from './verify-copy.ts';
export { type ExportKey, type ExportVerification, InvalidKeyError, verifyExport } from './verify-export.ts';
export { verifyWebhook, type WebhookHeaders, type WebhookOptions, WebhookVerificationError } from './webhook.ts';
export type { WebhookData, WebhookEvent } from './webhook-event.ts';
