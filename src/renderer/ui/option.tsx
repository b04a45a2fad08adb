import { Check } from 'lucide-react';
import { ListBoxItem } from 'react-aria-components/ListBox';
import { Text } from 'react-aria-components/Text';
import { fold, wordSearch } from '../../shared/rules/texts/fold.ts';
import { cx } from './class-names.ts';
import styles from './field.module.css';
import { given } from './given.ts';
import layout from './layout.module.css';
import { Name } from './name.tsx';

export interface Option<Id extends string = string> {
  readonly id: Id;
  readonly label: string;
  /** What tells two of the same label apart. */
  readonly detail?: string | undefined;
  /** It is there to be seen, and cannot be chosen. */
  readonly isDisabled?: boolean | undefined;
}

/** Those that what is typed finds, by label, detail and id; all while nothing is. */
export function matchingOptions<Id extends string>(
  options: readonly Option<Id>[],
  typed: string,
): readonly Option<Id>[] {
  const { isOn, finds } = wordSearch(typed);
  if (!isOn) return options;
  return options.filter(({ label, detail = '', id }) => finds(fold(`${label}\n${detail}\n${id}`)));
}

export function OptionItem({ option }: { readonly option: Option }) {
  return (
    <ListBoxItem
      id={option.id}
      textValue={option.label === '' ? option.id : option.label}
      className={cx(styles.option)}
      {...given({ isDisabled: option.isDisabled })}
    >
      {({ isSelected }) => (
        <>
          {isSelected && <Check aria-hidden />}
          <Text slot="label" className={cx(layout.cut, styles.optionText)}>
            <Name text={option.label} />
          </Text>
          {option.detail !== undefined && (
            <Text
              slot="description"
              className={cx(layout.cut, layout.muted, layout.small, styles.optionDetail)}
            >
              {option.detail}
            </Text>
          )}
        </>
      )}
    </ListBoxItem>
  );
}
