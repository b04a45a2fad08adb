import { Square, SquareCheck } from 'lucide-react';
import { type RefObject, useMemo, useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Dialog } from 'react-aria-components/Dialog';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';
import field from './field.module.css';
import styles from './filter-box.module.css';
import layout from './layout.module.css';
import { Row } from './layout.tsx';
import { Beside, Name, Sought } from './name.tsx';
import { matchingOptions, type Option } from './option.tsx';
import { SearchField } from './search-field.tsx';
import { useUiWords } from './words.tsx';

export interface FilterBoxProps {
  readonly label: string;
  /** All values that can be chosen, also those that are chosen and occur no more. */
  readonly options: readonly Option[];
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  /** What it lets pass, in a word or two: all, the one value, or how many. */
  readonly summary: string;
  readonly searchLabel: string;
  readonly clearLabel: string;
}

interface FilterListProps extends FilterBoxProps {
  readonly at: RefObject<HTMLElement | null>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const searchedFrom = 9; // fewer are seen at a glance

/** The values of a filter under its button: a list of checkboxes, which the arrow keys reach from the search too. */
export function FilterList(props: FilterListProps) {
  const { label, options, onChange, searchLabel, clearLabel, summary, at, isOpen, onClose } = props;
  const [typed, setTyped] = useState('');
  const hasSearch = options.length >= searchedFrom;
  return (
    <Popover
      className={cx(field.popover)}
      offset={2}
      placement="bottom start"
      triggerRef={at}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (open) return;
        setTyped('');
        onClose();
      }}
    >
      <Dialog aria-label={label} className={cx(styles.panel)}>
        {hasSearch ? (
          <Autocomplete inputValue={typed} onInputChange={setTyped}>
            <div className={styles.search}>
              <SearchField
                label={searchLabel}
                placeholder={searchLabel}
                value={typed}
                onChange={setTyped}
                autoFocus
              />
            </div>
            <Values {...props} typed={typed} />
          </Autocomplete>
        ) : (
          <Values {...props} typed="" autoFocus />
        )}
        <Row apart className={styles.foot}>
          <span role="status" className={styles.label}>
            {summary}
          </span>
          <Button variant="quiet" onPress={() => onChange([])}>
            {clearLabel}
          </Button>
        </Row>
      </Dialog>
    </Popover>
  );
}

interface ValuesProps extends FilterBoxProps {
  readonly typed: string;
  readonly autoFocus?: boolean;
}

function Values({ label, options, values, onChange, typed, autoFocus = false }: ValuesProps) {
  const words = useUiWords();
  const matching = useMemo(() => matchingOptions(options, typed), [options, typed]);
  const labels = useMemo(() => matching.map((option) => option.label), [matching]);
  return (
    <Sought value={typed}>
      <Beside value={labels}>
        <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: 32, padding: 4 }}>
          <ListBox<Option>
            aria-label={label}
            className={cx(styles.list)}
            style={{ height: Math.min(288, Math.max(1, matching.length) * 32 + 8) }}
            items={matching}
            autoFocus={autoFocus && 'first'}
            escapeKeyBehavior="none"
            selectionMode="multiple"
            selectedKeys={values}
            onSelectionChange={(keys) =>
              onChange(
                keys === 'all'
                  ? [...new Set([...values, ...matching.map(({ id }) => id)])]
                  : [...keys].map(String),
              )
            }
            renderEmptyState={() => (
              <div className={cx(layout.muted, layout.small, field.note)}>{words.noMatch}</div>
            )}
          >
            {(option) => <Value option={option} />}
          </ListBox>
        </Virtualizer>
      </Beside>
    </Sought>
  );
}

function Value({ option }: { readonly option: Option }) {
  return (
    <ListBoxItem
      id={option.id}
      textValue={option.label === '' ? option.id : option.label}
      className={cx(field.option)}
    >
      {({ isSelected }) => (
        <>
          {isSelected ? <SquareCheck aria-hidden /> : <Square aria-hidden className={styles.mark} />}
          <Text slot="label" className={cx(layout.cut, field.optionText)}>
            <Name text={option.label} />
          </Text>
          {option.detail !== undefined && (
            <Text
              slot="description"
              className={cx(layout.cut, layout.muted, layout.small, field.optionDetail)}
            >
              {option.detail}
            </Text>
          )}
        </>
      )}
    </ListBoxItem>
  );
}
