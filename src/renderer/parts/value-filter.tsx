import { useTranslation } from '../messages/language.ts';
import { FilterBox } from '../ui/filter-box.tsx';
import type { Option } from '../ui/option.tsx';

interface Props<Value extends string> {
  readonly label: string;
  readonly options: readonly Option<Value>[];
  /** Of these, the ones among the options count. */
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

/** A filter that several of a few values pass. */
export function ValueFilter<Value extends string>({ label, options, values, onChange }: Props<Value>) {
  const { t } = useTranslation('activity');
  const chosen = options.filter(({ id }) => values.includes(id));
  return (
    <FilterBox
      label={label}
      options={options}
      values={chosen.map(({ id }) => id)}
      onChange={onChange}
      summary={
        chosen.length === 0
          ? t('parts:word.all')
          : chosen.length === 1
            ? chosen.map((option) => option.label).join('')
            : t('parts:count.selected', { count: chosen.length })
      }
      searchLabel={t('parts:word.searchList')}
      clearLabel={t('parts:word.clearSelection')}
    />
  );
}
