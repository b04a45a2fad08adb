import { useTranslation } from 'react-i18next';
import { Select } from '../../ui/select.tsx';
import { type Period, periodChoices } from './request-filters.ts';

interface Props {
  readonly value: Period;
  readonly onChange: (value: Period) => void;
}

/** Chooses how far back is shown. */
export function PeriodFilter({ value, onChange }: Props) {
  const { t } = useTranslation('activity');
  return (
    <Select<Period>
      isCompact
      label={t('filter.period')}
      options={periodChoices.map((id) => ({ id, label: t(`period.${id}`) }))}
      value={value}
      onChange={onChange}
    />
  );
}
