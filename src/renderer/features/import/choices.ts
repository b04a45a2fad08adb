import { countryCodes } from '../../../shared/model/country.ts';
import type { FileChoice } from '../../../shared/model/file-table.ts';
import { auditLanguages, auditorRelations, auditTypes } from '../../../shared/model/terms.ts';
import { packageName, scopingLabels } from '../../../shared/rules/service/work-package.ts';
import { type ImportColumn, type ImportKind, importColumns } from '../../../shared/rules/tables/columns.ts';
import { useClients } from '../../data/clients.ts';
import { hasEnded } from '../../data/collection.ts';
import { useAuditRoles } from '../../data/roles.ts';
import { useWorkPackages } from '../../data/work-packages.ts';
import { useCountryWords } from '../../messages/country-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { useRoleWords } from '../../messages/role-words.ts';

type Choices = Readonly<Partial<Record<ImportColumn, readonly FileChoice[] | undefined>>>;

/** What the cells of a table may have, in the words that an import understands; the lists of the firm are read for it. */
export function useChoices(
  connection: string,
  kind: ImportKind,
): { readonly choices: Choices; readonly isReading: boolean; readonly hasFailed: boolean } {
  const { t: audits } = useTranslation('audits');
  const { t: tree } = useTranslation('component-tree');
  const countries = useCountryWords();
  const has = (column: ImportColumn) => importColumns[column].kinds[kind] !== undefined;
  const namesClients = has('client_id') && kind !== 'clients'; // a new client has a new id
  const clients = useClients(connection, namesClients);
  const packages = useWorkPackages(connection, has('work_package_id'));
  const roles = useAuditRoles(connection);
  const words = <Value extends string>(values: readonly Value[], wordOf: (value: Value) => string) =>
    values.map((value) => ({ value: wordOf(value), name: '' }));
  const answers = [audits('parts:word.yes'), audits('parts:word.no')].map((value) => ({ value, name: '' }));
  const labels = new Set(packages.entries.flatMap((each) => scopingLabels(each, '')));
  const choices: Choices = {
    client_id: clients.entries.map(({ id, name }) => ({ value: id, name })),
    work_package_id: packages.entries.map((each) => ({ value: each.id, name: packageName(each) })),
    scoping_label: [...labels].map((value) => ({ value, name: '' })),
    role: roles.entries.map(({ name }) => ({ value: name, name: '' })),
    country: countryCodes.map((value) => ({
      value,
      name: countries.options.find(({ id }) => id === value)?.label ?? '',
    })),
    language: words(auditLanguages, (value) => audits(`language.${value}`)),
    audit_type: words(auditTypes, (value) => audits(`type.${value}`)),
    auditor_relation: words(auditorRelations, (value) => tree(`relation.${value}`)),
    scope: [tree('parts:scope.in'), tree('parts:scope.out')].map((value) => ({ value, name: '' })),
    allow_password_login: answers,
    works_in_audit: answers,
  };
  const lists = [
    ...(namesClients ? [clients] : []),
    ...(has('work_package_id') ? [packages] : []),
    ...(has('role') ? [roles] : []),
  ];
  const own = namesClients ? choices : { ...choices, client_id: undefined };
  const hasFailed = lists.some(({ error }) => error !== null);
  return {
    choices: own,
    isReading: !hasFailed && !lists.every(hasEnded),
    hasFailed,
  };
}

/** The same as options of a column, in the words of the interface. */
export function useOptions(connection: string, kind: ImportKind) {
  const { choices } = useChoices(connection, kind);
  const roleWord = useRoleWords();
  return (column: ImportColumn) =>
    (choices[column] ?? []).map(({ value, name }) => ({
      id: value,
      label: column === 'role' ? roleWord(value) : name === '' ? value : `${name} (${value})`,
    }));
}
