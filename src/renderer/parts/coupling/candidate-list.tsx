import { useEffect, useState } from 'react';
import type { Audit } from '../../../shared/model/audit.ts';
import { obstacleFinder } from '../../../shared/rules/service/coupling-obstacle.ts';
import type { Candidate } from '../../../shared/rules/service/known-network.ts';
import { packageName } from '../../../shared/rules/service/work-package.ts';
import { fold, wordSearch } from '../../../shared/rules/texts/fold.ts';
import { useClients } from '../../data/clients.ts';
import type { CouplingCandidates } from '../../data/coupling-candidates.ts';
import { useSettled } from '../../data/seconds.ts';
import { useWorkPackages } from '../../data/work-packages.ts';
import { formatPeriod } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { pathTo } from '../../routes.ts';
import { Checkbox } from '../../ui/choice.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBox } from '../../ui/filter-box.tsx';
import type { ActionsOf } from '../../ui/grid/actions.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { Row } from '../../ui/layout.tsx';
import { announce } from '../../ui/live-region.tsx';
import { HeightOfRows } from '../../ui/panel.tsx';
import { ToolbarSearch } from '../../ui/search-field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { useRowActions } from '../actions.tsx';
import { RowsOf } from '../collection-state.tsx';
import { useCouplingWords } from './coupling-words.ts';
import { useCreateAudit } from './create-audit.tsx';

interface CandidateListProps {
  readonly connection: string;
  readonly candidates: CouplingCandidates;
  readonly selected: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

/** Component audits, each with why it is not eligible. Opening a row selects it (ux P1, P6). */
export function CandidateList({ connection, candidates, selected, onChange }: CandidateListProps) {
  const { t } = useTranslation('coupling');
  const { network, complete, others, error, seek } = candidates;
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState(noFilter);
  const wanted = useSettled(search);
  const obstacleOf = obstacleFinder(network, selected);
  const values = useValues(connection);
  const columns = useColumns(obstacleOf, values);
  const actionsOf = useCandidateActions();
  const found = matching(network.candidates, wanted);
  const rows = found.filter(
    (one) =>
      isShown(one, filter, values) &&
      (!filter.onlyEligible ||
        selected.includes(one.component.id) ||
        obstacleOf(one.component.id) === undefined),
  );
  const isNarrowed = wanted !== '' || filter !== noFilter;
  const result = t('candidates.found', { count: rows.length });
  useEffect(() => {
    if (isNarrowed) announce(result);
  }, [isNarrowed, result]);
  if (network.candidates.length === 0 && complete === null)
    return error === null ? (
      <SkeletonRows count={6} widths={['60%', '50%', '40%']} label={t('progress.label')} />
    ) : null;
  if (network.candidates.length === 0 && others > 0) return null; // those are offered
  if (network.candidates.length === 0)
    return <EmptyState title={t('candidates.none')}>{t('candidates.noneText')}</EmptyState>;
  const choose = (ids: ReadonlySet<string>) => {
    const before = new Set(selected);
    onChange([...selected.filter((id) => ids.has(id)), ...ids.difference(before)]);
  };
  return (
    <RowsOf lists={[candidates]}>
      <Row gap="4">
        <ToolbarSearch
          label={t('candidates.search')}
          placeholder={t('candidates.search')}
          value={search}
          onChange={(text) => {
            setSearch(text);
            seek(text);
          }}
        />
        <Filters candidates={network.candidates} values={values} filter={filter} onChange={setFilter} />
      </Row>
      <HeightOfRows count={10}>
        <DataTable
          id="coupling-candidates"
          label={t('candidates.label')}
          columns={columns}
          rows={rows}
          rowId={({ component }) => component.id}
          actionsOf={actionsOf}
          onOpen={({ component }) => choose(new Set(selected).symmetricDifference(new Set([component.id])))}
          selection={{ selected: new Set(selected), onChange: choose }}
          totalRows={complete !== null || isNarrowed ? undefined : null}
          empty={<EmptyState title={t('candidates.noMatch')} />}
        />
      </HeightOfRows>
    </RowsOf>
  );
}

/** What can be done with a candidate from its row, besides choosing it. */
function useCandidateActions(): ActionsOf<Candidate> {
  const { t } = useTranslation('coupling');
  const basic = useRowActions();
  const createAudit = useCreateAudit();
  return ([{ component, group }]) => [
    ...basic(pathTo('audit', { auditId: group.id }), component.id).map((action) =>
      action.id === 'open' ? { ...action, label: t('candidates.openGroup') } : action,
    ),
    { id: 'create-audit', ...createAudit(component, group) },
  ];
}

const filtered = ['client', 'group', 'period', 'package', 'label'] as const;
type Filtered = (typeof filtered)[number];

/** What the candidates can be narrowed to: without a value, all pass. */
interface CandidateFilter extends Readonly<Record<Filtered, readonly string[]>> {
  readonly onlyEligible: boolean;
}

const noFilter: CandidateFilter = {
  client: [],
  group: [],
  period: [],
  package: [],
  label: [],
  onlyEligible: false,
};

/** What a candidate has from its group, as an id and as a person reads it. */
type Values = Readonly<Record<Filtered, (group: Audit) => readonly [id: string, word: string]>>;

function useValues(connection: string): Values {
  const { i18n } = useTranslation();
  const { entries: clients } = useClients(connection);
  const { entries: packages } = useWorkPackages(connection);
  const named = new Map(clients.map(({ id, name }) => [id, name]));
  const versions = new Map(packages.map((one) => [one.id, packageName(one)]));
  return {
    client: ({ client_organisation_id: id }) => [id, named.get(id) ?? id],
    group: ({ id, name }) => [id, name],
    label: ({ scoping_package_id: id }) => [id, id],
    period: ({ period_start: start, period_end: end }) => {
      const year = start.slice(0, 4);
      const isYear = start === `${year}-01-01` && end === `${year}-12-31`;
      return [`${start} ${end}`, isYear ? year : formatPeriod(start, end, i18n.language)];
    },
    package: ({ work_package_id: id }) => [id, versions.get(id) ?? id],
  };
}

function isShown({ group }: Candidate, filter: CandidateFilter, values: Values): boolean {
  return filtered.every((name) => filter[name].length === 0 || filter[name].includes(values[name](group)[0]));
}

interface FiltersProps {
  readonly candidates: readonly Candidate[];
  readonly values: Values;
  readonly filter: CandidateFilter;
  readonly onChange: (filter: CandidateFilter) => void;
}

/** A filter for each value that not all candidates share. */
function Filters({ candidates, values, filter, onChange }: FiltersProps) {
  const { t } = useTranslation('coupling');
  const { t: audits } = useTranslation('audits');
  const options = filtered.map((name) => ({
    name,
    options: [...new Map(candidates.map(({ group }) => values[name](group)))].map(([id, label]) => ({
      id,
      label,
    })),
  }));
  return (
    <>
      {options.map(
        ({ name, options: some }) =>
          (some.length > 1 || filter[name].length > 0) && (
            <FilterBox
              key={name}
              label={t(`candidates.column.${name}`)}
              options={some}
              values={filter[name]}
              onChange={(chosen) => onChange({ ...filter, [name]: chosen })}
              summary={
                filter[name].length > 1
                  ? t('candidates.several', { count: filter[name].length })
                  : (some.find(({ id }) => id === filter[name][0])?.label ?? t('candidates.all'))
              }
              searchLabel={audits('list.searchValues')}
              clearLabel={audits('list.clearValues')}
            />
          ),
      )}
      <Checkbox
        label={t('candidates.onlyEligible')}
        isSelected={filter.onlyEligible}
        onChange={(onlyEligible) => onChange({ ...filter, onlyEligible })}
      />
    </>
  );
}

function useColumns(
  obstacleOf: ReturnType<typeof obstacleFinder>,
  values: Values,
): readonly Column<Candidate>[] {
  const { t } = useTranslation('coupling');
  const words = useCouplingWords();
  const eligibility = ({ component }: Candidate) => {
    const obstacle = obstacleOf(component.id);
    if (obstacle !== undefined) return <StatusMark look="ending" word={words.obstacle(obstacle)} />;
    return (
      <StatusMark
        look="good"
        word={t(component.in_scope === false ? 'candidates.outOfScope' : 'candidates.eligible')}
      />
    );
  };
  const title = (
    id: 'name' | 'group' | 'period' | 'eligibility' | 'client' | 'package' | 'label' | 'entity',
  ) => ({ id, title: t(`candidates.column.${id}`) });
  const later = (from: number) => ({ width: { least: 140, grows: 140, givesWay: 1, from } });
  return [
    {
      ...title('name'),
      isRowHeader: true,
      width: { least: 260, grows: 321 },
      value: ({ component }) => component.name,
    },
    {
      ...title('group'),
      isName: true,
      width: { least: 180, grows: 230 },
      value: ({ group }) => group.name,
    },
    { ...title('period'), width: { least: 104, grows: 6 }, value: ({ group }) => values.period(group)[1] },
    { ...title('eligibility'), width: { least: 165, grows: 200 }, cell: eligibility },
    {
      ...title('client'),
      ...later(1_000),
      isName: true,
      value: ({ group }) => values.client(group)[1],
    },
    { ...title('package'), ...later(1_140), value: ({ group }) => values.package(group)[1] },
    { ...title('label'), ...later(1_280), value: ({ group }) => group.scoping_package_id },
    {
      ...title('entity'),
      ...later(0),
      isOnDemand: true,
      value: ({ component }) => component.legal_entity_ids.join(', '),
    },
  ];
}

function matching(candidates: readonly Candidate[], search: string): readonly Candidate[] {
  const { isOn, finds } = wordSearch(search);
  if (!isOn) return candidates;
  return candidates.filter(({ component, group }) =>
    finds(
      fold([component.name, component.id, group.name, group.id, ...component.legal_entity_ids].join('\n')),
    ),
  );
}
