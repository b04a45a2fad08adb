import { ChevronDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { ListBox } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer';
import { fold, wordSearch } from '../../shared/rules/fold.ts';
import { cx } from './class-names.ts';
import styles from './field.module.css';
import { FieldFoot, FieldHead, type FieldProps, fieldRoot } from './field.tsx';
import { given } from './given.ts';
import { type Option, OptionItem } from './option.tsx';
import { useUiWords } from './words.tsx';

interface ComboBoxProps<Id extends string> extends FieldProps {
  /** All that there are: they are filtered here, by label and detail. */
  readonly options: readonly Option<Id>[];
  readonly value: Id | null;
  readonly onChange: (value: Id | null) => void;
  /** The text as typed; for free text it is the value. */
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  readonly allowsFreeText?: boolean | undefined;
  readonly placeholder?: string | undefined;
  /** Said at the foot of the list: that more is loading, that the list is not whole. */
  readonly note?: string | undefined;
  readonly isCode?: boolean | undefined;
}

/** A text with a list of options that match it, of any length. The list opens on typing and with the arrow keys. */
export function ComboBox<Id extends string>(props: ComboBoxProps<Id>) {
  const { options, value, onChange, text, onTextChange, allowsFreeText, placeholder, note, onBlur } = props;
  const words = useUiWords();
  const matching = useMemo(() => {
    const isOwnText = options.some((option) => option.id === value && option.label === text);
    const { isOn, finds } = wordSearch(text);
    if (!isOn || isOwnText) return options;
    return options.filter(({ label, detail = '', id }) => finds(fold(`${label}\n${detail}\n${id}`)));
  }, [options, text, value]);
  return (
    <AriaComboBox
      {...given(fieldRoot(props))}
      {...given({ onBlur, autoFocus: props.autoFocus })}
      items={matching}
      value={value}
      onChange={(key) => onChange(options.find((option) => option.id === key)?.id ?? null)}
      inputValue={text}
      onInputChange={onTextChange}
      allowsCustomValue={allowsFreeText ?? false}
      allowsEmptyCollection
      menuTrigger="input"
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
        <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: 32, padding: 4 }}>
          <ListBox<Option<Id>>
            className={cx(styles.list, styles.virtual)}
            renderEmptyState={() => <div className={styles.note}>{note ?? words.noMatch}</div>}
          >
            {(option) => <OptionItem option={option} />}
          </ListBox>
        </Virtualizer>
        {note !== undefined && matching.length > 0 && <div className={styles.note}>{note}</div>}
      </Popover>
    </AriaComboBox>
  );
}

interface ChoiceBoxProps<Id extends string>
  extends Omit<ComboBoxProps<Id>, 'onChange' | 'text' | 'onTextChange'> {
  readonly onChange: (value: Id) => void;
  /** What it says while nothing is typed; the label of what is chosen where it is not given. */
  readonly shown?: string | undefined;
  readonly onType?: ((text: string) => void) | undefined;
}

/** A combo box that keeps what is typed to itself, and says what is chosen once something is chosen or it is left. */
export function ChoiceBox<Id extends string>({
  shown,
  onChange,
  onType,
  onBlur,
  ...box
}: ChoiceBoxProps<Id>) {
  const [typed, setTyped] = useState<string | null>(null);
  const chosen = shown ?? box.options.find(({ id }) => id === box.value)?.label ?? '';
  return (
    <ComboBox
      {...box}
      text={typed ?? chosen}
      onTextChange={(text) => {
        setTyped(text === chosen ? null : text);
        onType?.(text);
      }}
      onChange={(id) => {
        if (id === null && box.allowsFreeText === true) return; // the text is the value
        setTyped(null);
        if (id !== null) onChange(id);
      }}
      onBlur={() => {
        setTyped(null);
        onBlur?.();
      }}
    />
  );
}
