import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Keyboard } from 'react-aria-components/Keyboard';
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { cx } from './class-names.ts';
import field from './field.module.css';
import { given } from './given.ts';
import styles from './menu.module.css';

export interface MenuEntry<Id extends string = string> {
  readonly id: Id;
  readonly label: string;
  readonly detail?: string | undefined;
  readonly icon?: ReactNode | undefined;
  readonly shortcut?: string | undefined;
  readonly isDisabled?: boolean | undefined;
}

export interface MenuProps<Id extends string> {
  readonly label: string;
  /** The button that opens it: a `Button` or an `IconButton`. */
  readonly trigger: ReactNode;
  readonly entries: readonly MenuEntry<Id>[];
  readonly onAction: (id: Id) => void;
  /** Makes it a choice: the entry that is in force has a mark. */
  readonly selected?: Id | undefined;
  readonly placement?: 'bottom start' | 'bottom end' | 'top start' | 'right top' | undefined;
}

/** A menu of commands, or of one choice. */
export function Menu<Id extends string>(props: MenuProps<Id>) {
  const { label, trigger, entries, onAction, selected, placement } = props;
  const hasMarks = selected !== undefined || entries.some(({ icon }) => icon !== undefined);
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={cx(field.popover)} offset={2} {...given({ placement })}>
        <AriaMenu
          aria-label={label}
          className={cx(field.list)}
          items={entries}
          onAction={(key) => {
            const entry = entries.find(({ id }) => id === key);
            if (entry !== undefined) onAction(entry.id);
          }}
          {...(selected === undefined
            ? {}
            : {
                selectionMode: 'single' as const,
                selectedKeys: [selected],
                disallowEmptySelection: true,
              })}
        >
          {(entry) => (
            <MenuItem
              id={entry.id}
              textValue={entry.label}
              className={cx(field.option, styles.entry, !hasMarks && styles.plain)}
              isDisabled={entry.isDisabled ?? false}
            >
              {({ isSelected }) => (
                <>
                  {isSelected ? <Check aria-hidden /> : entry.icon}
                  <Text slot="label" className={cx(styles.label)}>
                    {entry.label}
                  </Text>
                  {entry.detail !== undefined && (
                    <Text slot="description" className={cx(styles.detail)}>
                      {entry.detail}
                    </Text>
                  )}
                  {entry.shortcut !== undefined && (
                    <Keyboard className={cx(styles.shortcut)}>{entry.shortcut}</Keyboard>
                  )}
                </>
              )}
            </MenuItem>
          )}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
