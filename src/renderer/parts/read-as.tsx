import type { ReactNode } from 'react';
import { tableEncodings, tableSeparators } from '../../shared/model/table.ts';
import { type OpenedTable, readTableAs } from '../data/opened-tables.ts';
import { useTranslation } from '../messages/language.ts';
import { Select } from '../ui/select.tsx';
import { useSend } from './use-send.tsx';

type Table = NonNullable<OpenedTable['table']>;

interface Props {
  readonly file: OpenedTable;
  readonly table: Table;
  readonly className: string | undefined;
  /** The same file, read otherwise. */
  readonly onOpened: (file: OpenedTable) => void;
  /** Fields beside these. */
  readonly children: ReactNode;
}

/** How a file is read, to be changed: its encoding and separator, or its sheet. */
export function ReadAs({ file, table, className, onOpened, children }: Props) {
  const { t } = useTranslation('import');
  const { send, isSending, notice } = useSend();
  const { encoding, separator, sheets, sheet } = table;
  const readAs = (choice: Partial<Pick<Table, 'encoding' | 'separator' | 'sheet'>>) => {
    const wanted = { encoding, separator, sheet, ...choice };
    void send(
      () =>
        readTableAs({
          id: file.id,
          ...(wanted.encoding === null ? {} : { encoding: wanted.encoding }),
          ...(wanted.separator === null ? {} : { separator: wanted.separator }),
          ...(wanted.sheet === null ? {} : { sheet: wanted.sheet }),
        }),
      (read) => read !== null && onOpened(read),
    );
  };
  return (
    <>
      {notice}
      <div className={className} aria-busy={isSending}>
        {encoding !== null && (
          <Select
            label={t('file.encoding')}
            options={tableEncodings.map((id) => ({ id, label: t(`encoding.${id}`) }))}
            value={encoding}
            onChange={(chosen) => readAs({ encoding: chosen })}
          />
        )}
        {separator !== null && (
          <Select
            label={t('file.separator')}
            options={tableSeparators.map((id) => ({ id, label: t(`separator.${separatorNames[id]}`) }))}
            value={separator}
            onChange={(chosen) => readAs({ separator: chosen })}
          />
        )}
        {sheet !== null && (
          <Select
            label={t('file.sheet')}
            options={sheets.map(({ name, isHidden }, place) => ({
              id: String(place),
              label: isHidden ? t('file.hiddenSheet', { name }) : name,
            }))}
            value={String(sheet)}
            onChange={(chosen) => readAs({ sheet: Number(chosen) })}
          />
        )}
        {children}
      </div>
    </>
  );
}

const separatorNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const;
