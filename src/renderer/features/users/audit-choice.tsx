import { useDeferredValue } from 'react';
import type { Audit } from '../../../shared/model/audit.ts';
import type { ClientOrganisation } from '../../../shared/model/client-organisation.ts';
import { fold, wordSearch } from '../../../shared/rules/texts/fold.ts';
import { useAuditSearch, type useAudits } from '../../data/audits.ts';
import { useClients } from '../../data/clients.ts';
import type { ChangeView, Filters } from '../../data/remembered-view.ts';
import { useShortcuts } from '../../data/shortcuts.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { formatDay, inEveryMonth } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { SelectionBar, useAsideActions } from '../../parts/actions.tsx';
import { CollectionState } from '../../parts/collection-state.tsx';
import { statusLook } from '../../parts/status-look.ts';
import { ValueFilter } from '../../parts/value-filter.tsx';
import { pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { Row } from '../../ui/layout.tsx';
import { ToolbarSearch } from '../../ui/search-field.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';

/** An audit that can be selected; an id stands for a client whose name is not known. */
export interface AuditChoice {
  readonly audit: Audit;
  readonly client: string;
  readonly searched: string;
}

/** What was typed, and the statuses that pass; none lets all pass. */
export interface AuditFilter {
  readonly search: string;
  readonly filters: Filters<'status'>;
}

/** The audits of a team, or those whose users are looked at, are the open ones until a person chooses others. */
export const openAudits: AuditFilter = { search: '', filters: { status: ['open'] } };

/** The audits of a connection, those that the service finds by a search among them, as choices. */
export function useChoices(connection: string, search: string) {
  const { compare } = useAuditWords();
  const { entries: clients } = useClients(connection);
  const audits = useAuditSearch(connection, search);
  return { audits, choices: choicesOf(audits.entries, clients, compare) };
}

/** Audits with the names of their clients, in the order of their own names. */
export function choicesOf(
  audits: readonly Audit[],
  clients: readonly ClientOrganisation[],
  compare: (left: string, right: string) => number,
): readonly AuditChoice[] {
  const names = new Map(clients.map(({ id, name }) => [id, name]));
  return audits
    .map((audit) => {
      const client = names.get(audit.client_organisation_id) ?? audit.client_organisation_id;
      const searched = fold(`${audit.name}\n${audit.id}\n${client}\n${audit.client_organisation_id}`);
      return { audit, client, searched };
    })
    .toSorted((a, b) => compare(a.audit.name, b.audit.name));
}

export function matchingChoices(
  choices: readonly AuditChoice[],
  { search, filters }: AuditFilter,
): readonly AuditChoice[] {
  const { finds } = wordSearch(search);
  const passing = new Set(filters.status);
  return choices.filter(
    ({ audit, searched }) => (passing.size === 0 || passing.has(audit.status)) && finds(searched),
  );
}

interface TableProps {
  readonly choices: readonly AuditChoice[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
  /** The row that has the focus when the table comes back, by its id, and who is told which one it is. */
  readonly place: string | null;
  readonly onPlace: (place: string | null) => void;
}

function AuditChoiceTable({ choices, chosen, onChoose, place, onPlace }: TableProps) {
  const { t, i18n } = useTranslation('users');
  const words = useAuditWords();
  const actions = useAsideActions();
  const columns: readonly Column<AuditChoice>[] = [
    {
      id: 'name',
      title: t('parts:field.audit_name'),
      width: { least: 240, grows: 2 },
      value: ({ audit }) => audit.name,
      twin: ({ audit }) => audit.id,
      isRowHeader: true,
    },
    {
      id: 'client',
      title: t('parts:field.client_name'),
      isName: true,
      width: { least: 140, grows: 1.4 },
      value: ({ client }) => client,
    },
    {
      id: 'end',
      title: t('parts:field.period_end'),
      width: { least: inEveryMonth((day) => formatDay(day, i18n.language)) },
      value: ({ audit }) => formatDay(audit.period_end, i18n.language),
    },
    {
      id: 'status',
      title: t('parts:field.status'),
      hasIcon: true,
      width: { least: words.all.statuses },
      cell: ({ audit }) => <StatusMark look={statusLook(audit.status)} word={words.status(audit.status)} />,
    },
  ];
  return (
    <DataTable
      id="audit-choice"
      label={t('commands:screens.audits')}
      columns={columns}
      rows={choices}
      rowId={({ audit }) => audit.id}
      selection={{ selected: chosen, onChange: onChoose }}
      actionsOf={([{ audit }]) => actions(pathTo('audit', { auditId: audit.id }), audit.id)}
      initialRow={place}
      onActive={(row) => onPlace(row?.audit.id ?? null)}
      onOpen={({ audit }) => onChoose(chosen.symmetricDifference(new Set([audit.id])))}
    />
  );
}

const noActions = () => [];

interface AuditChoicesProps extends TableProps {
  readonly audits: ReturnType<typeof useAudits>;
  readonly filter: AuditFilter;
  readonly onFilter: ChangeView<AuditFilter>;
}

/** A filter, and a table in which a person selects audits. */
export function AuditChoices(props: AuditChoicesProps) {
  const { audits, choices, filter, onFilter, chosen, onChoose, place, onPlace } = props;
  const { t } = useTranslation('users');
  const search = useDeferredValue(filter.search);
  const shown = matchingChoices(choices, { search, filters: filter.filters });
  const kept = choices.filter(({ audit }) => chosen.has(audit.id));
  return (
    <CollectionState list={audits} skeleton={[8, ['10%', '60%', '40%', '30%'], t('common:list.reading')]}>
      <Row gap="4" apart>
        <AuditFilterBar choices={choices} filter={filter} onChange={onFilter} />
        <Row as="span">
          <span role="status">{t('choice.count', { count: shown.length })}</span>
          <Button
            variant="quiet"
            onPress={() => onChoose(chosen.union(new Set(shown.map(({ audit }) => audit.id))))}
          >
            {t('choice.all', { count: shown.length })}
          </Button>
        </Row>
      </Row>
      <AuditChoiceTable {...{ chosen, onChoose, place, onPlace }} choices={shown} />
      <SelectionBar
        selection={{ selected: chosen, rows: kept, onChange: onChoose }}
        shown={shown}
        actionsOf={noActions}
        inFront={[]}
      />
    </CollectionState>
  );
}

interface Props {
  readonly choices: readonly AuditChoice[];
  readonly filter: AuditFilter;
  readonly onChange: ChangeView<AuditFilter>;
}

/** Filters audits by words in name, id or client, and by status. */
export function AuditFilterBar({ choices, filter, onChange }: Props) {
  const { t } = useTranslation('users');
  const shortcutOf = useShortcuts();
  const words = useAuditWords();
  const statuses = [
    ...new Set([...filter.filters.status, 'open', ...choices.map(({ audit }) => audit.status)]),
  ];
  return (
    <Row gap="3" grow style={{ flexBasis: '360px' }}>
      <ToolbarSearch
        label={t('filter.search')}
        placeholder={t('filter.search')}
        value={filter.search}
        onChange={(search) => onChange({ search })}
        shortcut={shortcutOf('filter')?.aria}
      />
      <ValueFilter
        label={t('parts:field.status')}
        options={statuses.map((id) => ({ id, label: words.status(id) }))}
        values={filter.filters.status}
        onChange={(status) => onChange({ filters: { status } })}
      />
    </Row>
  );
}
