import { ENDED_STATUSES, type QualityEventStatus, type QualityEventType } from '@qsc/contracts';
import { conflict } from '@qsc/service-kit/pure';
import { type ActionStatus, allActions, type Capa, type EffectivenessOutcome } from './capa.ts';
import { effectivenessOutcome } from './effectiveness.ts';

/** What closing a quality event depends on. */
export type Closable = { type: QualityEventType; status: QualityEventStatus; capa: Capa | null };

/** A CAPA of an event, as far as its closing depends on it. */
export type OpenedCapa = { id: string; number: string; status: QualityEventStatus; capa: Capa | null };

/** What conditions and summaries of a workflow read of an event beside its content. */
export type CapaFacts = {
  status: QualityEventStatus;
  open_capas: number;
  /** Completed CAPAs. A rejected one is neither open nor closed. */
  closed_capas: number;
  open_actions: number;
  proposed_actions: number;
  effectiveness: EffectivenessOutcome | null;
};

const OPEN: readonly ActionStatus[] = ['open', 'in_progress'];

const openActionIds = (capa: Capa | null): string[] =>
  capa
    ? allActions(capa)
        .filter(({ status }) => OPEN.includes(status))
        .map(({ id }) => id)
    : [];

const openCapas = (capas: readonly OpenedCapa[]): OpenedCapa[] =>
  capas.filter(({ status }) => !ENDED_STATUSES.includes(status));

/**
 * The facts of an event: of a CAPA by its own actions, of another event by those of its CAPAs.
 * @param capas those that were opened for the event.
 */
export const capaFacts = ({ status, capa }: Closable, capas: readonly OpenedCapa[]): CapaFacts => {
  const all = [capa, ...capas.map((opened) => opened.capa)].filter((known) => known !== null);
  return {
    status,
    open_capas: openCapas(capas).length,
    closed_capas: capas.filter((opened) => opened.status === 'closed').length,
    open_actions: all.flatMap(openActionIds).length,
    proposed_actions: all.flatMap(allActions).length,
    effectiveness: capa ? effectivenessOutcome(capa) : null,
  };
};

const requireImplemented = (capa: Capa): void => {
  const open_actions = openActionIds(capa);
  if (open_actions.length > 0)
    throw conflict('The CAPA has actions that are neither completed nor cancelled.', { open_actions });
  if (allActions(capa).every(({ status }) => status === 'cancelled'))
    throw conflict('A CAPA closes with at least one action that was not cancelled.', { open_actions });
  const effectiveness = effectivenessOutcome(capa);
  if (effectiveness !== 'effective')
    throw conflict('A CAPA closes when its effectiveness check found it effective.', { effectiveness });
};

/**
 * Refuses to close an event (decisions §4, "Quality events"). Throws `conflict`: with `open_actions` for a CAPA whose actions
 * are not done, with `effectiveness` for one that was not found effective, with `open_capas` for an event whose CAPAs are open.
 */
export const requireClosable = ({ capa }: Closable, capas: readonly OpenedCapa[]): void => {
  if (capa) requireImplemented(capa);
  const open = openCapas(capas);
  if (open.length > 0)
    throw conflict(`Its CAPAs close first: ${open.map(({ number }) => number).join(', ')}.`, {
      open_capas: open.map(({ id }) => id),
    });
};
