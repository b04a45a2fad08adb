import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ConnectionDraft } from '../../../shared/model/connection.ts';
import { policyQuery } from '../../data/preferences.ts';
import { useTranslation } from '../../messages/language.ts';
import { RadioGroup } from '../../ui/choice.tsx';
import { KeychainPanel } from './keychain-panel.tsx';

type Keep = ConnectionDraft['keep'];

/** Where to keep a secret, and how the keychain is at the moment. There is no third place. */
export function KeepChoice({
  value,
  onChange,
}: {
  readonly value: Keep;
  readonly onChange: (keep: Keep) => void;
}) {
  const { t } = useTranslation('connections');
  const { data: policy } = useQuery(policyQuery);
  const isSessionOnly = policy?.mayKeepSecrets === false;
  useEffect(() => {
    if (isSessionOnly && value !== 'session') onChange('session');
  }, [isSessionOnly, value, onChange]);
  if (isSessionOnly) return <p>{t('form.sessionOnly')}</p>;
  return (
    <>
      <RadioGroup<Keep>
        name="keep"
        label={t('form.keep')}
        value={value}
        onChange={onChange}
        choices={[
          { id: 'keychain', label: t('place.keychain') },
          { id: 'session', label: t('place.session'), help: t('form.sessionHelp') },
        ]}
      />
      {value === 'keychain' && <KeychainPanel isQuietWhenUnlocked />}
    </>
  );
}
