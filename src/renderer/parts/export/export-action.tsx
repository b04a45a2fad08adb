import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../messages/language.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { later, UntilFocusMoves } from '../../ui/later.tsx';
import type { FileTable } from './file-table.ts';

const ExportDialog = later(async () => (await import('./export-dialog.tsx')).ExportDialog, UntilFocusMoves);

interface ExportActionProps<Row> {
  readonly table: FileTable<Row>;
  /** `icon` where there is no room for words. */
  readonly variant?: 'secondary' | 'quiet' | 'icon' | undefined;
}

/** Saves a list as a table in a file: every list has it, and all in the same way. */
export function ExportAction<Row>({ table, variant = 'secondary' }: ExportActionProps<Row>) {
  const { t } = useTranslation('export');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {variant === 'icon' ? (
        <IconButton
          label={t('parts:word.export')}
          icon={<Download aria-hidden />}
          onPress={() => setOpen(true)}
        />
      ) : (
        <Button variant={variant} icon={<Download aria-hidden />} onPress={() => setOpen(true)}>
          {t('parts:word.export')}
        </Button>
      )}
      {isOpen && (
        // `later` loses the type of the rows, which only the table's own columns read.
        <ExportDialog table={table as FileTable<unknown>} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
