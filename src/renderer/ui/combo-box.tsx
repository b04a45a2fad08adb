import { ChevronDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { ListBox } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer';
import { cx } from './class-names.ts';
import styles from './field.module.css';
import { FieldFoot, FieldHead, type FieldProps, fieldRoot } from './field.tsx';
import { given } from './given.ts';
import layout from './layout.module.css';
import { Beside, Sought } from './name.tsx';
import { matchingOptions, type Option, OptionItem } from './option.tsx';
import { useUiWords } from './words.tsx';

interface ChoiceBoxProps<Id extends string> extends FieldProps {
  /** All that there are: they are filtered here, by label and detail. */
  readonly options: readonly Option<Id>[];
  readonly value: Id | null;
  readonly onChange: (value: Id) => void;
  /** What it says while nothing is typed; the label of what is chosen where it is not given. */
  readonly shown?: string | undefined;
  readonly onType?: ((text: string) => void) | undefined;
  /** The text is a value too, which `onType` tells. */
  readonly allowsFreeText?: boolean | undefined;
  readonly placeholder?: string | undefined;
  /** Said at the foot of the list: that more is loading, that the list is not whole. */
  readonly note?: string | undefined;
  readonly isCode?: boolean | undefined;
}

/**
 * A text with a list of options that match it, of any length. The list opens on typing with what matches, and
 * with the arrow keys or the button with all while the text is what is chosen. A text that is not chosen goes when the box is left.
 */
export function ChoiceBox<Id extends string>(props: ChoiceBoxProps<Id>) {
  const { options, value, onChange, onType, allowsFreeText, placeholder, note } = props;
  const words = useUiWords();
  const [typed, setTyped] = useState<string | null>(null);
  const chosen = props.shown ?? options.find(({ id }) => id === value)?.label ?? '';
  const [isOpenedByHand, setOpenedByHand] = useState(false);
  const sought = isOpenedByHand && typed === chosen ? '' : (typed ?? '');
  const matching = useMemo(() => matchingOptions(options, sought), [options, sought]);
  const labels = useMemo(() => matching.map(({ label }) => label), [matching]);
  return (
    <AriaComboBox
      {...given(fieldRoot(props))}
      {...given({ autoFocus: props.autoFocus })}
      items={matching}
      value={value}
      onChange={(key) => {
        const id = options.find((option) => option.id === key)?.id;
        if (id === undefined && allowsFreeText === true) return; // the text is the value
        setTyped(null);
        if (id !== undefined) onChange(id);
      }}
      inputValue={typed ?? chosen}
      onInputChange={(text) => {
        setOpenedByHand(false);
        setTyped(text === chosen ? null : text);
        onType?.(text);
      }}
      onBlur={() => {
        setTyped(null);
        props.onBlur?.();
      }}
      allowsCustomValue={allowsFreeText ?? false}
      allowsEmptyCollection
      menuTrigger="input"
      onOpenChange={(isOpen, by) => setOpenedByHand(isOpen && by !== 'input')}
    >
      <FieldHead {...props} />
      <Group className={cx(styles.box)} isInvalid={props.error !== undefined}>
        <Input
          {...given({ placeholder })}
          spellCheck={false}
          className={cx(styles.input, props.isCode === true && styles.mono)}
        />
        <Button className={cx(styles.inside)} aria-label={words.showOptions}>
          <ChevronDown aria-hidden />
        </Button>
      </Group>
      <FieldFoot {...props} />
      <Popover className={cx(styles.popover, styles.wide)} offset={2}>
        <Sought value={sought}>
          <Beside value={labels}>
            <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: 32, padding: 4 }}>
              <ListBox<Option<Id>>
                className={cx(styles.list, styles.virtual)}
                renderEmptyState={() => (
                  <div className={cx(layout.muted, layout.small, styles.note)}>{note ?? words.noMatch}</div>
                )}
              >
                {(option) => <OptionItem option={option} />}
              </ListBox>
            </Virtualizer>
          </Beside>
        </Sought>
        {note !== undefined && matching.length > 0 && (
          <div className={cx(layout.muted, layout.small, styles.note)}>{note}</div>
        )}
      </Popover>
    </AriaComboBox>
  );
}
