import { useEffect } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

type Shortcuts = { onPalette: () => void; onHelp: () => void };

/** The keys that work on every page: the palette, the search field of a list, the help, and editing the first section. */
export const useShortcuts = ({ onPalette, onHelp }: Shortcuts): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isCommand = event.metaKey || event.ctrlKey;
      if (isCommand && event.key.toLowerCase() === 'k') onPalette();
      else if (isCommand || event.altKey || isTyping(event.target) || document.querySelector('[role="dialog"]')) return;
      else if (event.key === '?') onHelp();
      else if (event.key === '/') focusSearch(onPalette);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [onPalette, onHelp]);
};

const focusSearch = (otherwise: () => void): void => {
  const field = document.querySelector<HTMLInputElement>('[data-search]');
  if (field) field.focus();
  else otherwise();
};
