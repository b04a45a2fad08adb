import { ChevronDown } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { ListBox } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { cx } from './class-names.ts';
import field from './field.module.css';
import { FieldFoot, FieldHead, type FieldProps, fieldRoot } from './field.tsx';
import { given } from './given.ts';
import layout from './layout.module.css';
import { Beside, Name } from './name.tsx';
import { type Option, OptionItem } from './option.tsx';
import styles from './select.module.css';

export interface SelectProps<Id extends string> extends FieldProps {
  readonly options: readonly Option<Id>[];
  readonly value: Id | null;
  readonly onChange: (value: Id) => void;
  readonly placeholder?: string | undefined;
  /** Label to the left, small and within the border, for a bar of filters. */
  readonly isCompact?: boolean | undefined;
  /** Label to the left, in a list of which every entry has a field. */
  readonly isBeside?: boolean | undefined;
}

/** One of a few options (up to about a hundred; more belong in a combo box). */
export function Select<Id extends string>(props: SelectProps<Id>) {
  const { options, value, onChange, placeholder, onBlur, isCompact, isBeside, autoFocus } = props;
  const root = fieldRoot(props);
  return (
    <AriaSelect
      {...given(root)}
      {...given({ onBlur, placeholder, autoFocus })}
      className={cx(root.className, isCompact === true && styles.compact, isBeside === true && styles.beside)}
      value={value}
      onChange={(key) => {
        const chosen = options.find((option) => option.id === key);
        if (chosen !== undefined) onChange(chosen.id);
      }}
    >
      <FieldHead {...props} />
      <Button className={cx(field.box, field.opens, styles.button)}>
        <SelectValue className={cx(layout.cut, styles.value)}>
          {({ isPlaceholder, defaultChildren, selectedText }) =>
            isPlaceholder ? defaultChildren : <Name text={selectedText} />
          }
        </SelectValue>
        <ChevronDown aria-hidden />
      </Button>
      <FieldFoot {...props} />
      <Popover className={cx(field.popover)} offset={2}>
        <Beside value={options.map(({ label }) => label)}>
          <ListBox className={cx(field.list)} items={options}>
            {(option) => <OptionItem option={option} />}
          </ListBox>
        </Beside>
      </Popover>
    </AriaSelect>
  );
}
