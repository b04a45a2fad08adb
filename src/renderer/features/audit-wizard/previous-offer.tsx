import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAuditWords } from '../../messages/audit-words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { announce } from '../../ui/live-region.tsx';
import { isTaken, offerOf } from './offer.ts';
import { previousAudit } from './proposal.ts';
import { useRoom, useWizard } from './wizard-context.ts';

/** Offers what the audit before had, moved on by one period, so that nobody types it again (ux W12). */
export function PreviousOffer() {
  const { t } = useTranslation('audit-wizard');
  const { known, workPackage } = useRoom();
  const content = useWizard((state) => state.content);
  const take = useWizard((state) => state.take);
  const { language } = useAuditWords();
  const before = previousAudit(content, known.audits);
  if (before === null) return null;
  const offer = offerOf(before, workPackage);
  if (Object.keys(offer).length === 0) return null;
  const { period_start: start, period_end: end } = offer;
  const offered = [
    ...(start === undefined || end === undefined ? [] : [`${start} – ${end}`]),
    ...(offer.language === undefined ? [] : [language(offer.language)]),
    ...(offer.unit_of_measurement === undefined ? [] : [offer.unit_of_measurement]),
    ...(offer.scoping_package_id === undefined ? [] : [offer.scoping_package_id]),
  ].join(' · ');
  const taken = t('period.taken', { name: before.name });
  if (isTaken(content, offer)) return <Banner tone="success">{taken}</Banner>;
  return (
    <Banner
      tone="info"
      title={t('period.previous', { name: before.name, start: before.period_start, end: before.period_end })}
      actions={
        <Button
          icon={<History aria-hidden />}
          onPress={() => {
            take(offer, known.packages);
            announce(taken);
          }}
        >
          {t('period.offer')}
        </Button>
      }
    >
      {t('period.previousOffer', { offered })}
    </Banner>
  );
}
