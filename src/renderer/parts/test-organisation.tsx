import { useTranslation } from '../messages/language.ts';
import { Tag } from '../ui/tag.tsx';

/** Marks a client organisation whose audits consume no credits. */
export function TestOrganisation({ isShort = false }: { readonly isShort?: boolean }) {
  const { t } = useTranslation('clients');
  return isShort ? (
    <Tag word={t('common:kind.test')} title={t('parts:field.is_test_client')} />
  ) : (
    <Tag word={t('parts:field.is_test_client')} />
  );
}
