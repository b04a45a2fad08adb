import { FileUp } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { ImportKind } from '../../shared/rules/tables/columns.ts';
import { useTranslation } from '../messages/language.ts';
import { importPath } from '../routes.ts';
import { Button, IconButton } from '../ui/button.tsx';

interface Props {
  readonly kind: ImportKind;
  /** `icon` where there is no room for words. */
  readonly variant?: 'quiet' | 'icon' | undefined;
}

/** Leads from a list to the import of such a table; the commands of the File menu do the same. */
export function ImportAction({ kind, variant = 'quiet' }: Props) {
  const { t } = useTranslation('export');
  const navigate = useNavigate();
  const open = () => void navigate(importPath(kind));
  return variant === 'icon' ? (
    <IconButton label={t('parts:word.import')} icon={<FileUp aria-hidden />} onPress={open} />
  ) : (
    <Button variant={variant} icon={<FileUp aria-hidden />} onPress={open}>
      {t('parts:word.import')}
    </Button>
  );
}
