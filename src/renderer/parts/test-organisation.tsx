import { useTranslation } from 'react-i18next';
import { Tag } from '../ui/tag.tsx';

/** Marks a client organisation whose audits consume no credits. */
export function TestOrganisation() {
  const { t } = useTranslation('clients');
  return <Tag word={t('test')} />;
}
