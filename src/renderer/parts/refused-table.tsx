import type { OpenedTable } from '../../shared/operations/import.ts';
import { useTranslation } from '../messages/language.ts';
import { Banner } from '../ui/banner.tsx';

/** Why a file is not read. */
export function RefusedTable({ file: { name, fault } }: { readonly file: OpenedTable }) {
  const { t } = useTranslation('tables');
  const { t: imports } = useTranslation('import');
  if (fault === null) return null;
  return (
    <Banner tone="danger" role="status" title={imports('refused', { name })}>
      {t(`faults.${fault.fault}`, { row: fault.row ?? 0 })}
    </Banner>
  );
}
