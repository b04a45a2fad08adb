import { useTranslation } from '../messages/language.ts';
import { Tag } from '../ui/tag.tsx';

/** Marks a client organisation whose audits consume no credits. */
export function TestOrganisation({ isShort = false }: { readonly isShort?: boolean }) {
  const { t } = useTranslation('clients');
  return isShort ? <Tag word={t('testShort')} title={t('test')} /> : <Tag word={t('test')} />;
}
