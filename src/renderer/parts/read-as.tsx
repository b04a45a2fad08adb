import { type ReactNode, useState } from 'react';
import { type TableEncoding, tableEncodings, tableSeparators } from '../../shared/model/table.ts';
import type { OpenedTable } from '../../shared/operations/import.ts';
import { furthestHeader } from '../../shared/rules/tables/columns.ts';
import { readTableAs } from '../data/opened-tables.ts';
import { useTranslation } from '../messages/language.ts';
import { Columns } from '../ui/layout.tsx';
import { Select } from '../ui/select.tsx';
import { useSend } from './use-send.tsx';

type Table = NonNullable<OpenedTable['table']>;

const encodingNames: Readonly<Record<TableEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
  macintosh: 'Mac Roman',
  ibm850: 'CP850 (DOS)',
};

type Choice = Pick<Table, 'encoding' | 'separator' | 'sheet'>;

/** Reads a file again as a person chooses last; nothing can be done with what was read before until `reason` is gone. */
export function useReadAgain({ id }: Pick<OpenedTable, 'id'>, onOpened: (file: OpenedTable) => void) {
  const { t } = useTranslation('import');
  const { send, isSending, notice } = useSend({ lastCounts: true });
  const [asked, setAsked] = useState<{ readonly id: string; readonly choice: Choice } | null>(null);
  const isReading = isSending && asked?.id === id;
  const readAs = (choice: Choice) => {
    setAsked({ id, choice });
    void send(
      () => readTableAs(id, choice),
      (read) => read !== null && onOpened(read),
    );
  };
  return {
    readAs,
    notice,
    /** How it is being read; null where it is not. */
    asked: isReading ? asked.choice : null,
    reason: isReading ? t('common:list.reading') : undefined,
  };
}
export type ReadAgain = ReturnType<typeof useReadAgain>;

interface Props {
  /** How it was read, or tried to be. */
  readonly table: Choice & Pick<Table, 'sheets'>;
  readonly again: ReadAgain;
  /** Fields beside these. */
  readonly children?: ReactNode;
}

/** How a file is read, to be changed: its encoding and separator, or its sheet. */
export function ReadAs({ table, again, children }: Props) {
  const { t } = useTranslation('import');
  const { encoding, separator, sheet } = again.asked ?? table;
  const readAs = (choice: Partial<Choice>) => again.readAs({ encoding, separator, sheet, ...choice });
  return (
    <>
      {again.notice}
      <Columns min={200} align="end" aria-busy={again.reason !== undefined}>
        {encoding !== null && (
          <Select
            label={t('file.encoding')}
            options={tableEncodings.map((id) => ({ id, label: encodingNames[id] }))}
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
            options={table.sheets.map(({ name, isHidden }, place) => ({
              id: String(place),
              label: isHidden ? t('file.hiddenSheet', { name }) : name,
            }))}
            value={String(sheet)}
            onChange={(chosen) => readAs({ sheet: Number(chosen) })}
          />
        )}
        {children}
      </Columns>
    </>
  );
}

interface HeaderRowProps {
  readonly table: Table;
  /** Its place among the rows; null where none is known. */
  readonly value: number | null;
  readonly onChange: (place: number) => void;
}

/** Which row of a file has the titles of its columns. */
export function HeaderRow({ table, value, onChange }: HeaderRowProps) {
  const { t } = useTranslation('import');
  return (
    <Select
      label={t('file.header')}
      options={table.rows.slice(0, furthestHeader).map((row, place) => ({
        id: String(place),
        label: t('file.row', {
          row: table.numbers[place] ?? 0,
          text: row
            .filter((text) => text !== '')
            .slice(0, 4)
            .join(' · ')
            .slice(0, 80),
        }),
      }))}
      value={value === null ? null : String(value)}
      placeholder={t('file.noHeader')}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  );
}

const separatorNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const;
