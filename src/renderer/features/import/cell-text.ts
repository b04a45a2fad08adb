import {
  type ColumnMapping,
  type ImportColumn,
  importColumns,
} from '../../../shared/rules/tables/columns.ts';
import type { ImportSetup } from '../../../shared/rules/tables/model.ts';
import type { ShownRow } from '../../../shared/rules/tables/session.ts';
import type { ShownValue } from '../../../shared/rules/tables/shown.ts';
import { withUnseen } from '../../../shared/rules/texts/unseen.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { relationWord } from '../../messages/component-words.ts';
import { useCountryWords } from '../../messages/country-words.ts';
import { formatDay } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { useRoleWords } from '../../messages/role-words.ts';

/** What a cell shows of a row: what is sent, in words; where that is nothing, what the file has that is wrong, or that tells which row it is. */
export function useCellText({
  kind,
  mapping,
}: Pick<ImportSetup, 'kind' | 'mapping'>): (row: ShownRow, column: ImportColumn) => string {
  const wordOf = useValueWords();
  return ({ row, state, sent, issues, filled }, column) => {
    const values = sent.get(column);
    if (values !== undefined) return values.map((value) => wordOf(column, value)).join(', ');
    const isWrong = issues.some((issue) => issue.column === column && !issue.isWarning);
    const isSent = (state === 'new' || state === 'different') && kind !== 'deadlines';
    const isShown = isWrong || !isSent || column === 'component_id' || column === 'audit_id';
    return isShown ? visible(fileText({ row }, column, mapping), column) : (filled.get(column) ?? '');
  };
}

/** The cell as the file has it. */
export function fileText(
  { row }: Pick<ShownRow, 'row'>,
  column: ImportColumn,
  mapping: ColumnMapping,
): string {
  return row.cells[mapping[column] ?? -1] ?? '';
}

/** A value in the words of the interface, with the id where it has one. */
function useValueWords(): (column: ImportColumn, value: ShownValue) => string {
  const { t, i18n } = useTranslation('audits');
  const { t: tree } = useTranslation('component-tree');
  const words = useAuditWords();
  const roleWord = useRoleWords();
  const countries = useCountryWords();
  const day = (value: string) => formatDay(value, i18n.language);
  const answer = (value: string) => t(value === 'true' ? 'parts:word.yes' : 'parts:word.no');
  const wordOf: Partial<Record<ImportColumn, (value: string) => string>> = {
    period_start: day,
    period_end: day,
    deadline: day,
    audit_type: words.type,
    language: words.language,
    country: (code) => withId(code, countries.name(code)),
    role: roleWord,
    auditor_relation: (relation) => relationWord(tree, relation),
    scope: (scope) => tree(scope === 'out_of_scope' ? 'parts:scope.out' : 'parts:scope.in'),
    allow_password_login: answer,
    works_in_audit: answer,
  };
  return (column, { value, name }) => wordOf[column]?.(value) ?? withId(visible(value, column), name);
}

function withId(id: string, name: string | undefined): string {
  return name === undefined || name === id ? id : `${name} (${id})`;
}

/** Spaces at the start and the end as dots, and the signs in ids that nobody sees as their numbers: they count. */
function visible(text: string, column: ImportColumn): string {
  const spaced = text.replace(/^\s+|\s+$/gu, (spaces) => '·'.repeat(spaces.length));
  const { reading } = importColumns[column];
  return reading === 'id' || reading === 'list' ? withUnseen(spaced) : spaced;
}
