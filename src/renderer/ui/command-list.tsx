import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Header } from 'react-aria-components/Header';
import { Input } from 'react-aria-components/Input';
import { Keyboard } from 'react-aria-components/Keyboard';
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { SearchField } from 'react-aria-components/SearchField';
import { Text } from 'react-aria-components/Text';
import { cx } from './class-names.ts';
import styles from './command-list.module.css';
import dialog from './dialog.module.css';
import field from './field.module.css';
import layout from './layout.module.css';
import { Beside, Name, Sought } from './name.tsx';

const labelRoom = 560; // pixels, where nothing stands beside it

export interface ListedCommand {
  readonly key: string;
  readonly label: string;
  readonly detail?: string | undefined;
  readonly icon?: ReactNode | undefined;
  readonly shortcut?: string | undefined;
  /** Why it cannot be done now: it stays in the list and says so. */
  readonly reason?: string | undefined;
}

export interface CommandListProps {
  readonly onClose: () => void;
  readonly label: string;
  readonly placeholder: string;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly groups: readonly {
    readonly id: string;
    readonly title: string;
    readonly entries: readonly ListedCommand[];
  }[];
  /** Under the list: how many there are, and what keys do. */
  readonly foot: ReactNode;
  readonly empty: string;
  /** `aside` with Control or Command held. */
  readonly onChoose: (key: string, aside: boolean) => void;
}

/** A field to type in and a list of what that finds, over everything else; arrows choose while the focus stays in the field. */
export function CommandList(props: CommandListProps) {
  const { onClose, label, placeholder, typed, onType, groups, foot, empty, onChoose } = props;
  const isAside = useRef(false);
  const note = (event: { readonly ctrlKey: boolean; readonly metaKey: boolean }) => {
    isAside.current = event.ctrlKey || event.metaKey;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    note(event);
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation(); // the field would empty itself first, if the focus is in it
      onClose();
      return;
    }
    if (event.key !== 'Enter' || !isAside.current) return;
    const chosen = event.currentTarget
      .querySelector('[aria-activedescendant]')
      ?.getAttribute('aria-activedescendant');
    const key =
      chosen === null || chosen === undefined ? undefined : document.getElementById(chosen)?.dataset.key;
    if (key === undefined) return;
    event.preventDefault();
    event.stopPropagation(); // the list takes Enter with nothing held only
    onChoose(key, true);
  };
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
      className={cx(dialog.overlay, styles.overlay)}
    >
      <Modal className={cx(dialog.modal, styles.modal)}>
        <AriaDialog aria-label={label} className={cx(styles.dialog)}>
          <div className={styles.inside} onKeyDownCapture={onKeyDown} onPointerDownCapture={note}>
            <Autocomplete inputValue={typed} onInputChange={onType}>
              <SearchField aria-label={label} autoFocus className={cx(styles.search)}>
                <Input
                  role="combobox"
                  aria-expanded
                  placeholder={placeholder}
                  className={cx(styles.input)}
                  spellCheck="false"
                />
              </SearchField>
              <Sought value={typed}>
                <Beside value={groups.flatMap(({ entries }) => entries.map((entry) => entry.label))}>
                  <ListBox
                    aria-label={label}
                    className={cx(styles.list)}
                    renderEmptyState={() => <p className={styles.empty}>{empty}</p>}
                    onAction={(key) => onChoose(String(key), isAside.current)}
                  >
                    {groups.map((group) => (
                      <ListBoxSection key={group.id} id={`group ${group.id}`}>
                        <Header className={cx(styles.title)}>{group.title}</Header>
                        {group.entries.map((entry) => (
                          <Entry key={entry.key} entry={entry} />
                        ))}
                      </ListBoxSection>
                    ))}
                  </ListBox>
                </Beside>
              </Sought>
            </Autocomplete>
            <footer className={styles.foot}>{foot}</footer>
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

function Entry({ entry }: { readonly entry: ListedCommand }) {
  const { key, label, detail, icon, shortcut, reason } = entry;
  return (
    <ListBoxItem
      id={key}
      textValue={label}
      className={cx(field.option, styles.entry, reason !== undefined && styles.refused)}
    >
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <Text slot="label" className={cx(layout.cut)}>
        <Name text={label} room={labelRoom} />
      </Text>
      {(reason ?? detail) !== undefined && (
        <Text slot="description" className={cx(layout.muted, layout.small, styles.detail)}>
          {reason ?? detail}
        </Text>
      )}
      {shortcut !== undefined && <Keyboard className={cx(layout.muted, layout.small)}>{shortcut}</Keyboard>}
    </ListBoxItem>
  );
}
