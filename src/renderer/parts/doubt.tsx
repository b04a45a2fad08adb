import { type ReactNode, useState } from 'react';
import { useTranslation } from '../messages/language.ts';
import { Banner } from '../ui/banner.tsx';
import { Checkbox } from '../ui/choice.tsx';

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

/** Asks whether what is doubted is sent anyway. The yes holds for what it was said of, by its keys, and for nothing that comes later. */
export function useAnyway(keys: readonly string[]): {
  readonly isAccepted: boolean;
  readonly choice: ReactNode;
} {
  const { t } = useTranslation('parts');
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set());
  const isAccepted = keys.every((key) => accepted.has(key));
  return {
    isAccepted,
    choice: (
      <Checkbox
        label={t('doubt.send')}
        isSelected={isAccepted}
        onChange={(chosen) => setAccepted(new Set(chosen ? keys : []))}
      />
    ),
  };
}
