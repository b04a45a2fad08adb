import type { ReactNode } from 'react';
import { type AuditorRelation, auditorRelations } from '../../../shared/model/terms.ts';
import type { Change } from '../../data/staged-changes.ts';
import { type AuditWords, useAuditWords } from '../../messages/audit-words.ts';
import { relationWord, scopeWord } from '../../messages/component-words.ts';
import { useTranslation } from '../../messages/language.ts';
import type { Translate } from '../../messages/translate.ts';
import { useUnseenWords } from '../../messages/unseen-words.ts';
import { statusLook } from '../../parts/status-look.ts';
import type { TableColumn } from '../../ui/grid/columns.ts';
import { StatusMark, type StatusMarkProps } from '../../ui/status-mark.tsx';
import type { ComponentFields } from './component-file.ts';
import { type Doing, doingWords, type TreeLine } from './rows.ts';
import type { TreeState } from './tree-state.ts';

interface LineView {
  readonly columns: readonly TableColumn<TreeLine>[];
  readonly textOf: (line: TreeLine) => string;
  readonly labelOf: (line: TreeLine) => string;
  readonly hintOf: (line: TreeLine) => string | undefined;
}

const doingLooks = {
  staged: 'staged',
  underway: 'progress',
  refused: 'ending',
  unclear: 'unknown',
} as const satisfies Record<Doing['state'], StatusMarkProps['look']>;

const relationLooks = {
  self: 'person',
  inter_office: 'office',
  inter_firm: 'firm',
} as const satisfies Record<AuditorRelation, StatusMarkProps['look']>;

export function relationLook(spelled: string): StatusMarkProps['look'] {
  const known = auditorRelations.find((relation) => relation === spelled);
  return known === undefined ? 'unknown' : relationLooks[known];
}

/**
 * The columns of the tree, and each line in words: its name, then scope, relation and status (ux T4). A change stands in place of the
 * scope. Only after all components are read it says that an entity has none.
 */
export function useLineView(
  gap: TreeState['gap'],
  staged: readonly Pick<Change, 'kind'>[],
  fields: ComponentFields<TreeLine>,
): LineView {
  const { t } = useTranslation('component-tree');
  const words = useAuditWords();
  const { short: unseen } = useUnseenWords();
  const textOf = ({ entity, item, id }: TreeLine) => entity?.name ?? item?.name ?? id;
  const coverage = ({ entity, item, below, coveredBy }: TreeLine): string | null => {
    if (entity === null || item !== null) return null;
    if (below > 0) return t('parts:count.components', { count: below });
    const [first] = coveredBy;
    if (first !== undefined) return t('coverage.part', { name: first.name });
    return t(`coverage.${gap}`);
  };
  const nameOf = (line: TreeLine) => {
    const { entity, item } = line;
    const more = item === null ? 0 : item.entityIds.length - 1;
    return [
      textOf(line),
      ...(more > 0 ? [` +${more}`] : []),
      ...(entity !== null && item !== null && (more > 0 || item.name !== entity.name)
        ? [` · ${item.name}`]
        : []),
    ].join('');
  };
  /** What a change does to a component says more than its scope does, which follows from it. */
  const scopeOrChange = (line: TreeLine) => {
    const { item, below, coveredBy } = line;
    if (item?.doing != null) {
      const { state, error } = item.doing;
      return <StatusMark look={doingLooks[state]} word={doingWords(t, item.doing)} detail={saidBy(error)} />;
    }
    const uncovered = coverage(line);
    if (uncovered !== null && coveredBy.length > 0 && below === 0)
      return <StatusMark look="several" word={t('coverage.covered')} detail={uncovered} />;
    if (uncovered !== null && below > 0)
      return <StatusMark look="several" word={`${below}×`} detail={uncovered} />;
    if (uncovered !== null) return <StatusMark look="none" word={uncovered} />;
    if (item === null) return '';
    const scope = item.component === null || item.component.in_scope;
    return (
      <StatusMark
        look={scope === null ? 'unknown' : scope ? 'in' : 'out'}
        word={scopeWord(t, item.component) || unseen}
      />
    );
  };
  const statusOf = ({ item }: TreeLine) =>
    item?.component === null || item === null ? '' : words.status(item.component.status);
  const columns = columnsOf({ t, words, unseen, staged, fields, nameOf, scopeOrChange });
  return {
    columns,
    textOf,
    labelOf: (line) =>
      [
        line.entity?.country ? `${nameOf(line)} (${line.entity.country})` : nameOf(line),
        coverage(line) ?? (line.item === null ? '' : scopeWord(t, line.item.component)),
        line.item === null ? '' : relationWord(t, line.item.relation),
        statusOf(line),
        line.item?.component?.coupled_entity_audit_id == null
          ? ''
          : t('coupledTo', { id: line.item.component.coupled_entity_audit_id }),
        line.item?.doing == null ? '' : doingWords(t, line.item.doing),
      ]
        .filter((part) => part !== '')
        .join(', '),
    hintOf: ({ item }) => saidBy(item?.doing?.error ?? null),
  };
}

interface ColumnWords {
  readonly t: Translate<'component-tree'>;
  readonly words: AuditWords;
  readonly unseen: string;
  readonly staged: readonly Pick<Change, 'kind'>[];
  readonly fields: ComponentFields<TreeLine>;
  readonly nameOf: (line: TreeLine) => string;
  readonly scopeOrChange: (line: TreeLine) => ReactNode;
}

function columnsOf({
  t,
  words,
  unseen,
  staged,
  fields,
  nameOf,
  scopeOrChange,
}: ColumnWords): readonly TableColumn<TreeLine>[] {
  return [
    { key: 'legal_entity_id', value: ({ entity }) => entity?.id ?? null },
    {
      id: 'name',
      title: t('column.name'),
      width: { least: 280, grows: 5, wants: 320 },
      value: nameOf,
      twin: idOf,
      file: [
        { key: 'legal_entity_name', value: ({ entity }) => entity?.name ?? null },
        { key: 'component_name', value: ({ item }) => item?.name ?? null },
      ],
    },
    {
      id: 'country',
      title: t('parts:field.country'),
      value: ({ entity }) => entity?.country ?? '',
      file: [{ key: 'country', value: ({ entity }) => entity?.country ?? null }],
    },
    { key: 'parent_legal_entity_id', value: ({ entity }) => entity?.parent_id ?? null },
    ...fields.group,
    fields.legal_entity_ids,
    fields.legal_entity_names,
    {
      id: 'relation',
      title: t('parts:word.relation'),
      hasIcon: true,
      width: { least: auditorRelations.map((relation) => t(`relation.${relation}`)), givesWay: 3 },
      cell: ({ item }) =>
        item === null ? (
          ''
        ) : (
          <StatusMark look={relationLook(item.relation)} word={relationWord(t, item.relation) || unseen} />
        ),
      file: [fields.auditor_relation],
    },
    {
      id: 'scope',
      title: t('parts:field.scope'),
      hasIcon: true,
      width: {
        least: [
          t('parts:scope.in'),
          t('parts:scope.out'),
          t('coverage.none'),
          t('coverage.unseen'),
          t('coverage.covered'),
          ...new Set(staged.map(({ kind }) => doingWords(t, { kind, state: 'staged' }))),
        ],
        givesWay: 4,
      },
      cell: scopeOrChange,
      file: [fields.scope, { key: 'change', value: ({ item }) => item?.doing?.kind ?? null }],
    },
    fields.out_of_scope_explanation,
    {
      id: 'status',
      title: t('parts:field.status'),
      hasIcon: true,
      width: { least: words.all.statuses, givesWay: 2 },
      cell: ({ item }) =>
        item?.component == null ? (
          ''
        ) : (
          <StatusMark look={statusLook(item.component.status)} word={words.status(item.component.status)} />
        ),
      file: [fields.status],
    },
    {
      id: 'coupled',
      title: t('parts:word.coupledTo'),
      hasIcon: true,
      width: { least: 128, givesWay: 1 },
      cell: ({ item }) =>
        item?.component?.coupled_entity_audit_id == null ? (
          ''
        ) : (
          <StatusMark look="link" word={item.component.coupled_entity_audit_id} />
        ),
      file: [fields.coupled_audit_id],
    },
    {
      id: 'id',
      title: t('parts:word.id'),
      isOnDemand: true,
      width: { least: 128 },
      value: idOf,
    },
  ];
}

function idOf({ entity, item }: TreeLine): string {
  return item?.component?.id ?? entity?.id ?? '';
}

function saidBy(error: { readonly detail?: string | undefined } | null): string | undefined {
  return error?.detail;
}
