import { useState } from 'react';
import type { ImportColumn } from '../../../shared/rules/tables/columns.ts';
import {
  meaningKey,
  mostFrequent,
  type UnreadValue,
  withMeanings,
} from '../../../shared/rules/tables/meanings.ts';
import { useRememberedColumns } from '../../data/remembered-columns.ts';
import { useTranslation } from '../../messages/language.ts';
import { Button } from '../../ui/button.tsx';
import { Columns, Note } from '../../ui/layout.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { useOptions } from './choices.ts';
import { changeImport, fileHeaderOf, type Import, toRemember } from './import-store.ts';
import { useColumnTitles } from './import-words.ts';

const mostAsked = 30; // values: whoever has more has chosen another column, or corrects them in the file

interface Props {
  readonly connection: string;
  readonly current: Import;
  readonly unread: readonly UnreadValue[];
}

/** Each value that is not understood, once, beside what the service has; what a person says is kept with the header. */
export function ValuesStep({ connection, current, unread }: Props) {
  const { t } = useTranslation('import');
  const titleOf = useColumnTitles();
  const optionsOf = useOptions(connection, current.kind);
  const { remembered, remember } = useRememberedColumns(fileHeaderOf(current), current.kind);
  const [said, setSaid] = useState<Readonly<Record<string, string>>>({});
  const asked = mostFrequent(unread, mostAsked);
  const goOn = () => {
    const meanings = withMeanings(
      current.meanings,
      unread.map(({ column, text }) => [column, text, said[keyOf(column, text)] ?? '']),
    );
    remember(toRemember(connection, { ...current, meanings }, remembered));
    changeImport(connection, { meanings, sawValues: true });
  };
  return (
    <Panel
      title={t('values.title', { count: unread.length })}
      description={t('values.text')}
      actions={
        <Button variant="primary" onPress={goOn}>
          {t('values.goOn')}
        </Button>
      }
    >
      <Columns min={280} gap="3" align="end">
        {asked.map(({ column, text, count }) => (
          <Select
            key={keyOf(column, text)}
            label={
              text === '' ? t('values.blank', { column: titleOf(column) }) : `${titleOf(column)}: “${text}”`
            }
            help={t('values.rows', { count })}
            placeholder={t(text === '' ? 'values.nothing' : 'values.choose')}
            options={optionsOf(column)}
            value={said[keyOf(column, text)] ?? null}
            onChange={(meaning) => setSaid((before) => ({ ...before, [keyOf(column, text)]: meaning }))}
          />
        ))}
      </Columns>
      {unread.length > asked.length && (
        <Note>{t('values.more', { count: unread.length - asked.length })}</Note>
      )}
    </Panel>
  );
}

function keyOf(column: ImportColumn, text: string): string {
  return `${column} ${meaningKey(text)}`;
}
