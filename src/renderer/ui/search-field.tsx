import { Search, X } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { Button } from 'react-aria-components/Button';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { SearchField as AriaSearchField } from 'react-aria-components/SearchField';
import { cx } from './class-names.ts';
import styles from './field.module.css';
import { given } from './given.ts';
import { useUiWords } from './words.tsx';

export interface SearchFieldProps {
  /** Its name; it has no visible label. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onSubmit?: (() => void) | undefined;
  readonly placeholder?: string | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
  /** A key that leads to it, as `Control+F`; the command itself is in the registry of commands. */
  readonly shortcut?: string | undefined;
}

/** Free-text search of what is on the screen; Escape clears it. */
export function SearchField(props: SearchFieldProps) {
  const { label, value, onChange, onSubmit, placeholder, autoFocus, ref, shortcut } = props;
  const words = useUiWords();
  return (
    <AriaSearchField
      className={cx(styles.field)}
      aria-label={label}
      value={value}
      onChange={onChange}
      {...given({ onSubmit, autoFocus })}
      spellCheck="false"
    >
      <Group
        className={cx(styles.box)}
        onKeyDownCapture={(event) => {
          const leads = event.key === 'ArrowDown' || (event.key === 'Enter' && onSubmit === undefined);
          if (leads && isPlain(event) && goIntoList(event.currentTarget)) {
            event.preventDefault();
            event.stopPropagation();
          }
        }}
      >
        <Search aria-hidden />
        <Input
          ref={ref ?? null}
          {...given({ placeholder, 'aria-keyshortcuts': shortcut })}
          data-filter=""
          className={cx(styles.input)}
        />
        {value !== '' && (
          <Button className={cx(styles.inside)} aria-label={words.clear}>
            <X aria-hidden />
          </Button>
        )}
      </Group>
    </AriaSearchField>
  );
}

function isPlain({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return !(altKey || ctrlKey || metaKey || shiftKey);
}

/** Gives the focus to the first row of the list that a search stands over; answers whether there is one. */
function goIntoList(search: Element): boolean {
  const around = search.closest('[role="dialog"], [data-region="content"]') ?? document;
  const list = [...around.querySelectorAll<HTMLElement>('[data-grid][aria-activedescendant]')].find(
    (grid) => (search.compareDocumentPosition(grid) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
  list?.focus();
  list?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true }));
  return list !== undefined;
}

/** The search of a toolbar: it takes the room that the others leave, up to what is read at a glance. */
export function ToolbarSearch(props: SearchFieldProps) {
  return (
    <div className={styles.search}>
      <SearchField {...props} />
    </div>
  );
}
