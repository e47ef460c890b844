import type { Role } from '@qsc/contracts';

/** An approver lets another user decide for them from one instant to another. */
export type Delegation = {
  id: string;
  org_id: string;
  user_id: string;
  user_name: string;
  delegate_id: string;
  delegate_name: string;
  from: Date;
  /** The first instant at which it holds no more. */
  to: Date;
  reason: string;
  created_at: Date;
  version: number;
};

/** A delegation with the role that its giver has now; null for one who is no active user any more. */
export type LentVote = Delegation & { giver_role: Role | null };

/** Whether the delegation holds at the instant. */
export const isInForce = ({ from, to }: Pick<Delegation, 'from' | 'to'>, now: Date): boolean => from <= now && now < to;
