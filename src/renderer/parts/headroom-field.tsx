import { useState } from 'react';
import { useChangePreferences, usePreferences } from '../data/preferences.ts';
import { useTranslation } from '../messages/language.ts';
import { Slider } from '../ui/slider.tsx';

/** The part of each quota window that background work may use. */
export function HeadroomField({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const { t } = useTranslation('settings');
  const { bulkHeadroom } = usePreferences();
  const change = useChangePreferences();
  const [moving, setMoving] = useState<number | null>(null);
  return (
    <Slider
      label={t('entry.bulkHeadroom.label')}
      help={t('entry.bulkHeadroom.help')}
      value={moving ?? bulkHeadroom}
      onChange={setMoving}
      onChangeEnd={(value) => {
        void change({ bulkHeadroom: value }).then(() => setMoving(null));
      }}
      min={0.1}
      max={1}
      step={0.05}
      format={{ style: 'percent' }}
      isDisabled={isReadOnly}
    />
  );
}
