import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { wordFor } from '../i18n/vocabulary.ts';
import { isAt, type Place, type PlacedFault } from './check-fault.ts';
import { listNextStates } from './definition.ts';
import { NewState } from './new-state.tsx';
import type { Editor } from './use-editor.ts';
import { MEMBERS, nameIn, stateName } from './words.ts';

/** The states and transitions of a definition, each of which opens its form. */
export const PlaceList = ({ editor }: { editor: Editor }) => {
  const { t } = useLingui();
  const [isAdding, setAdding] = useState(false);
  const { states } = editor.definition;
  return (
    <section className="section" aria-label={t`States and transitions`}>
      <div className="workflow-tools">
        <Button variant="default" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setAdding(true)}>
          <Trans>Add a state</Trans>
        </Button>
        <PlaceButton editor={editor} place={{ state: null, to: null }}>
          <Trans>Name and kinds of record</Trans>
        </PlaceButton>
      </div>
      <ul className="editor-list">
        {states.map((state) => (
          <li key={state.id}>
            <PlaceButton editor={editor} place={{ state: state.id, to: null }} isState>
              {stateName(state)}
            </PlaceButton>
            <ul className="editor-ways">
              {listNextStates(state).map((to) => (
                <li key={to}>
                  <PlaceButton
                    editor={editor}
                    place={{ state: state.id, to }}
                    label={t`${stateName(state)} → ${nameIn(states, to)}`}
                  >
                    → {nameIn(states, to)}
                  </PlaceButton>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {isAdding && <NewState editor={editor} onClose={() => setAdding(false)} />}
    </section>
  );
};

type PlaceProps = {
  editor: Pick<Editor, 'chosen' | 'choose' | 'faults'>;
  place: Place;
  /** The accessible name where the text alone does not say it. */
  label?: string;
  isState?: boolean;
  children: React.ReactNode;
};

const PlaceButton = ({ editor, place, label, isState = false, children }: PlaceProps) => {
  const { t } = useLingui();
  const isFaulty = editor.faults.some((fault) => isAt(fault, place));
  const isChosen = editor.chosen !== null && isAt(editor.chosen, place);
  return (
    <button
      type="button"
      className={isState ? 'editor-place editor-state' : 'editor-place'}
      aria-current={isChosen || undefined}
      aria-label={label && (isFaulty ? t`${label} (has a fault)` : label)}
      onClick={() => editor.choose(place)}
    >
      <span>{children}</span>
      {isFaulty && (
        <>
          <IconAlertTriangle size={14} className="status-bad" aria-hidden />
          {label === undefined && <span className="visually-hidden">{t`has a fault`}</span>}
        </>
      )}
    </button>
  );
};

/** All faults of the definition; each leads to its place. */
export const FaultList = ({ editor }: { editor: Editor }) => {
  const { t } = useLingui();
  const { faults, definition, choose } = editor;
  if (faults.length === 0) return null;
  const placeName = ({ state, to }: PlacedFault): string =>
    state === null
      ? t`Workflow`
      : to === null
        ? nameIn(definition.states, state)
        : `${nameIn(definition.states, state)} → ${nameIn(definition.states, to)}`;
  return (
    <section className="fault-list" aria-label={t`Faults`}>
      <ul>
        {faults.map((fault) => (
          <li key={`${fault.state} ${fault.to} ${fault.member} ${fault.message}`}>
            <button type="button" className="editor-place" onClick={() => choose({ state: fault.state, to: fault.to })}>
              <IconAlertTriangle size={14} className="status-bad" aria-hidden />
              <span>
                {[placeName(fault), fault.member in MEMBERS && wordFor(MEMBERS, fault.member)]
                  .filter(Boolean)
                  .join(', ')}
                : {fault.message}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};
