import { useLingui } from '@lingui/react/macro';
import { Kbd } from '@mantine/core';
import { Dialog } from '../ui/dialog.tsx';

/** Every key that does something. */
export const KeyboardHelp = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const { t } = useLingui();
  const keys: [string[], string][] = [
    [['⌘', 'K'], t`Go anywhere, find a record, create one`],
    [['/'], t`Search in the list`],
    [['j'], t`Next row`],
    [['k'], t`Previous row`],
    [['Enter'], t`Open the row`],
    [['o'], t`Open the row in a new tab`],
    [['x'], t`Select the row`],
    [['?'], t`This help`],
    [['Esc'], t`Close a dialog`],
  ];
  return (
    <Dialog opened={isOpen} onClose={onClose} title={t`Keyboard`} size="sm">
      <dl className="keys">
        {keys.map(([combination, what]) => (
          <div key={what}>
            <dt>
              {combination.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
};
