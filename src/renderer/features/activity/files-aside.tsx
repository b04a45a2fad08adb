import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { filesAsideQuery } from '../../data/records.ts';
import { formatMoment } from '../../messages/format.ts';
import { Banner } from '../../ui/banner.tsx';
import { Id } from '../../ui/code.tsx';

/** Tells of files of this app that were damaged: what is missing by that, and where they are. */
export function FilesAside() {
  const { t, i18n } = useTranslation('activity');
  const { data = [] } = useQuery(filesAsideQuery);
  return data.map(({ file, name, at }) => (
    <Banner key={name} tone="danger" title={t(`aside.title.${file}`)}>
      <p>{t(`aside.text.${file}`, { time: formatMoment(at, i18n.language) })}</p>
      <p>{t('aside.kept')}</p>
      <Id value={name} isCopyable />
    </Banner>
  ));
}
