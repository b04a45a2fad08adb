import { Check } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { Keyboard } from 'react-aria-components/Keyboard';
import { Menu as AriaMenu, MenuItem } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { Tooltip as AriaTooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip';
import type { TooltipTriggerState } from 'react-stately/useTooltipTriggerState';
import { cx } from './class-names.ts';
import field from './field.module.css';
import { given } from './given.ts';
import layout from './layout.module.css';
import styles from './menu.module.css';
import tooltip from './tooltip.module.css';

// What floats over the window. No window shows it when it opens, so it is loaded when it is first asked for: placing, lists and
// keeping the focus weigh three times what a button does.

interface TooltipProps {
  readonly id?: string | undefined;
  readonly text: string;
  readonly at: RefObject<HTMLButtonElement | null>;
  readonly state: TooltipTriggerState;
}

/** The words beside a button that has the focus or the pointer. */
export function Tooltip({ id, text, at, state }: TooltipProps) {
  return (
    <TooltipTriggerStateContext value={state}>
      <AriaTooltip {...given({ id })} triggerRef={at} className={cx(tooltip.tooltip)} offset={4}>
        {text}
      </AriaTooltip>
    </TooltipTriggerStateContext>
  );
}

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

export interface MenuListProps
  extends Pick<MenuProps<string>, 'label' | 'entries' | 'selected' | 'placement'> {
  /** Any number of entries that have a mark: choosing leaves the menu open. */
  readonly checked?: readonly string[] | undefined;
  readonly at: RefObject<HTMLElement | null>;
  /** Which entry has the focus when it opens; none of them after a press of the mouse. Null while it is closed. */
  readonly opening: 'first' | 'last' | 'none' | null;
  readonly onClose: () => void;
  readonly onChoose: (entry: MenuEntry) => void;
}

/** The entries of a menu, under its button. */
export function MenuList(props: MenuListProps) {
  const {
    label,
    entries,
    selected,
    checked,
    placement = 'bottom start',
    at,
    opening,
    onClose,
    onChoose,
  } = props;
  const hasMarks = (selected ?? checked) !== undefined || entries.some(({ icon }) => icon !== undefined);
  return (
    <Popover
      aria-label={label}
      className={cx(field.popover)}
      offset={2}
      placement={placement}
      triggerRef={at}
      isOpen={opening !== null}
      onOpenChange={(isOpen) => isOpen || onClose()}
    >
      <AriaMenu
        aria-label={label}
        className={cx(field.list)}
        items={entries}
        autoFocus={opening === 'first' || opening === 'last' ? opening : true}
        onClose={onClose}
        onAction={(key) => {
          const entry = entries.find(({ id }) => id === key);
          if (entry !== undefined) onChoose(entry);
        }}
        {...(checked !== undefined && { selectionMode: 'multiple' as const, selectedKeys: checked })}
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
                <Text slot="label" className={cx(layout.cut, styles.label)}>
                  {entry.label}
                </Text>
                {entry.detail !== undefined && (
                  <Text
                    slot="description"
                    className={cx(layout.cut, layout.muted, layout.small, styles.label)}
                  >
                    {entry.detail}
                  </Text>
                )}
                {entry.shortcut !== undefined && (
                  <Keyboard className={cx(layout.muted, layout.small, styles.shortcut)}>
                    {entry.shortcut}
                  </Keyboard>
                )}
              </>
            )}
          </MenuItem>
        )}
      </AriaMenu>
    </Popover>
  );
}
