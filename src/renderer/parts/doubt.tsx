import { useTranslation } from '../messages/language.ts';
import { Banner } from '../ui/banner.tsx';

/** What the app doubts of something that a person is about to send. It stops nothing: the service decides. */
export function Doubt({ reasons }: { readonly reasons: readonly string[] }) {
  const { t } = useTranslation('parts');
  if (reasons.length === 0) return null;
  return (
    <Banner tone="warning" role="status" title={t('doubt.title')}>
      <ul>
        {[...new Set(reasons)].map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <p>{t('doubt.text')}</p>
    </Banner>
  );
}
