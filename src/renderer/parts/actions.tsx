import { Ellipsis } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from '../messages/language.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { writeClipboard } from '../ui/clipboard.ts';
import { type ActionsOf, entryOf, type RowAction, some } from '../ui/grid/actions.ts';
import type { RowSelection } from '../ui/grid/selection.ts';
import { act, hold } from '../ui/in-hand.ts';
import { Card, Row } from '../ui/layout.tsx';
import { announce } from '../ui/live-region.tsx';
import { Menu } from '../ui/menu.tsx';
import { Floating } from '../ui/page.tsx';
import styles from './actions.module.css';
import { useOpenWindow } from './open-window.ts';

/** Copies ids, each on a line of its own. */
export function useCopyAction(): (...ids: readonly string[]) => RowAction {
  const { t } = useTranslation('bulk');
  return (...ids) => ({
    id: 'copy-id',
    label: t('copyIds', { count: ids.length }),
    onAction: () => {
      if (writeClipboard(ids.join('\n'))) announce(t('copied', { count: ids.length }));
    },
  });
}

/** What a row can do where opening it here would lose what is chosen: be opened in another window, and give its id away. */
export function useAsideActions(): (address: string, id: string) => readonly RowAction[] {
  const { t } = useTranslation();
  const openWindow = useOpenWindow();
  const copy = useCopyAction();
  return (address, id) => [
    { id: 'open-aside', label: t('row.openAside'), onAction: () => openWindow(address) },
    copy(id),
  ];
}

/** What every row that stands for something of its own can do: be opened, here or in another window, and give its id away. */
export function useRowActions(): (address: string, id: string) => readonly RowAction[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const aside = useAsideActions();
  return (address, id) => [
    { id: 'open', label: t('row.open'), onAction: () => void navigate(address) },
    ...aside(address, id),
  ];
}

/** Gives the palette and the commands what can be done with the one thing that a screen is about; its name is null while it is not read. */
export function useHeld(name: string | null, actions: readonly RowAction[]): void {
  useEffect(() => hold(() => (name === null ? null : { name, count: 1, actions })));
}

interface ButtonsProps {
  readonly actions: readonly RowAction[];
  /** Those that are buttons, by their ids: at most three (ux B1). The others stand in a menu. */
  readonly inFront: readonly string[];
  readonly placement?: 'top start' | 'bottom end' | undefined;
  /** Whether those in front show their icons only. */
  readonly areIcons?: boolean | undefined;
}

/** What can be done with something, as buttons and a menu. */
export function ActionButtons({ actions, inFront, placement, areIcons = false }: ButtonsProps) {
  const { t } = useTranslation('bulk');
  const others = actions.filter(({ id }) => !inFront.includes(id));
  return (
    <>
      {actions
        .filter(({ id }) => inFront.includes(id))
        .map(({ id, label, icon, reason, isDestructive, onAction }) =>
          areIcons ? (
            <IconButton key={id} label={label} icon={icon} reason={reason} onPress={onAction} />
          ) : (
            <Button
              key={id}
              icon={icon}
              reason={reason}
              variant={isDestructive === true ? 'danger' : 'secondary'}
              onPress={onAction}
            >
              {label}
            </Button>
          ),
        )}
      {others.length > 0 && (
        <Menu
          label={t('parts:word.moreActions')}
          placement={placement}
          trigger={<IconButton label={t('parts:word.moreActions')} icon={<Ellipsis aria-hidden />} />}
          entries={others.map((action) => entryOf(action))}
          onAction={(chosen) => {
            const action = others.find(({ id }) => id === chosen);
            if (action !== undefined) act(action);
          }}
        />
      )}
    </>
  );
}

interface BarProps<Row> extends Pick<ButtonsProps, 'inFront'> {
  readonly selection: RowSelection<Row>;
  /** The rows that the list shows now: it says how many of the selected ones the filters hide. */
  readonly shown: readonly Row[];
  readonly actionsOf: ActionsOf<Row>;
}

/** What can be done with the selected rows of a list: the same bar below every list in which rows can be selected. */
export function SelectionBar<Row>({ selection, shown, actionsOf, inFront }: BarProps<Row>) {
  const { t } = useTranslation('bulk');
  const rows = some(selection.rows ?? []);
  if (rows === null) return null;
  const inSight = new Set(shown);
  const hidden = rows.filter((row) => !inSight.has(row)).length;
  return (
    <Floating>
      <Card as="section" isLow isPending aria-label={t('parts:word.selection')} data-region="selection">
        <Row>
          <p role="status" className={styles.count}>
            {t('parts:count.selected', { count: rows.length })}
            {hidden > 0 && ` · ${t('hidden', { count: hidden })}`}
          </p>
          <ActionButtons actions={actionsOf(rows)} inFront={inFront} placement="top start" />
          <Button variant="quiet" onPress={() => selection.onChange(new Set())}>
            {t('parts:word.clearSelection')}
          </Button>
        </Row>
      </Card>
    </Floating>
  );
}
