import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { policyQuery } from '../../data/preferences.ts';
import { Banner } from '../../ui/banner.tsx';
import { Id } from '../../ui/code.tsx';

/** What the organisation decides on this computer, where it does: from which file, and what is wrong with that. */
export function PolicyNotice() {
  const { t } = useTranslation('settings');
  const { data: policy } = useQuery(policyQuery);
  if (policy === undefined || policy.state === 'none') return null;
  const { fault, invalid, unknown, allowedAddresses, updates, path } = policy;
  const isBroken = fault !== null;
  return (
    <Banner tone={isBroken ? 'warning' : 'info'} title={t(isBroken ? 'policy.broken' : 'policy.inForce')}>
      {fault !== null && <p>{t(`policy.fault.${fault}`, { names: invalid.join(', ') })}</p>}
      <p>{t(isBroken ? 'policy.lockedDown' : 'policy.text')}</p>
      {allowedAddresses !== null && (
        <p>
          {t('policy.addresses', { count: allowedAddresses.length, addresses: allowedAddresses.join(', ') })}
        </p>
      )}
      {!isBroken && updates !== null && <p>{t(`policy.updates.${updates}`)}</p>}
      {unknown.length > 0 && (
        <p>{t('policy.unknown', { count: unknown.length, names: unknown.join(', ') })}</p>
      )}
      <Id value={path} isCopyable />
    </Banner>
  );
}
