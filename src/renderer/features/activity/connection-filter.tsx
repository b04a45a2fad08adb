import { useTranslation } from 'react-i18next';
import { useConnections } from '../../data/connections.ts';
import { Select } from '../../ui/select.tsx';

/** The choice of no connection in particular. */
export const everyConnection = 'every:'; // no id of a connection is spelled like this

/** The id that a choice stands for; null for all. */
export function connectionOf(choice: string): string | null {
  return choice === everyConnection ? null : choice;
}

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Chooses whose activity is shown: everything that this app has done, or what it did through one connection. */
export function ConnectionFilter({ value, onChange }: Props) {
  const { t } = useTranslation('activity');
  const { t: common } = useTranslation();
  const connections = useConnections();
  const isKnown = value === everyConnection || connections.some(({ id }) => id === value);
  return (
    <Select
      isCompact
      label={t('filter.connection')}
      options={[
        { id: everyConnection, label: t('filter.everyConnection') },
        ...connections.map(({ id, name, kind }) => ({ id, label: name, detail: common(`kind.${kind}`) })),
        ...(isKnown ? [] : [{ id: value, label: t('connection.removed') }]),
      ]}
      value={value}
      onChange={onChange}
    />
  );
}
