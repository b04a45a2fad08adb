import { Scan, ZoomIn, ZoomOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/button.tsx';
import styles from './picture.module.css';
import type { Sight } from './sight.ts';

/** Larger, smaller, all of it. */
export function ZoomButtons({ sight }: { readonly sight: Sight }) {
  const { t } = useTranslation('network');
  return (
    <div className={styles.zoom} role="group" aria-label={t('zoom.label')}>
      <IconButton label={t('zoom.in')} icon={<ZoomIn aria-hidden />} onPress={sight.zoomIn} />
      <IconButton label={t('zoom.out')} icon={<ZoomOut aria-hidden />} onPress={sight.zoomOut} />
      <IconButton label={t('zoom.fit')} icon={<Scan aria-hidden />} onPress={sight.fit} />
    </div>
  );
}
