/** How a field is decided that both sides had changed: what stands there, what stands here, or another value. */
export const RESOLUTIONS = ['external', 'service', 'value'] as const;

export type Resolution = (typeof RESOLUTIONS)[number];

/** `withdrawn`: a later synchronisation found that there is nothing to decide any more. */
export const CONFLICT_STATUSES = ['open', 'resolved', 'withdrawn'] as const;

export type ConflictStatus = (typeof CONFLICT_STATUSES)[number];

/** The link that a conflict is about. */
export type ConflictSubject = {
  link_id: string;
  org_id: string;
  connection_id: string;
  mapping_id: string;
  entity_type: string;
  entity_id: string;
  external_id: string;
};

/** A field that both sides changed and that waits for somebody (decisions, "Integrations"). */
export type Conflict = ConflictSubject & {
  id: string;
  /** A target of the mapping, or `record`. */
  field: string;
  base_value: unknown;
  local_value: unknown;
  remote_value: unknown;
  status: ConflictStatus;
  resolution: Resolution | null;
  /** What the field became; null while it is open. */
  resolved_value: unknown;
  reason: string | null;
  resolved_at: Date | null;
  resolved_by: string | null;
  created_at: Date;
  updated_at: Date;
  version: number;
};
