import { useEffect, useState } from 'react';
import { stopReading } from '../data/connection-state.ts';
import { useTranslation } from '../messages/language.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

const slowAfter = 5_000; // milliseconds without anything new

interface Props {
  readonly connection: string;
  readonly isReading: boolean;
  /** How many entries have arrived. A new one restarts the wait. */
  readonly come: number;
}

/** Tells that a reading takes long, and offers to stop it. */
export function StillWaiting({ connection, isReading, come }: Props) {
  return isReading ? <Slow key={come} connection={connection} /> : null;
}

function Slow({ connection }: { readonly connection: string }) {
  const { t } = useTranslation('offline');
  const { t: common } = useTranslation();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfter);
    return () => clearTimeout(timer);
  }, []);
  if (!isSlow) return null;
  return (
    <Banner
      tone="info"
      role="status"
      title={t('slow.title')}
      actions={<Button onPress={() => void stopReading(connection)}>{common('wait.stop')}</Button>}
    >
      {t('slow.text')}
    </Banner>
  );
}
