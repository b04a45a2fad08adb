import { useEffect, useMemo, useState } from 'react';
import type { Audit } from '../../../shared/model/audit.ts';
import { obstacleFinder } from '../../../shared/rules/service/coupling-obstacle.ts';
import type { Candidate, KnownNetwork } from '../../../shared/rules/service/known-network.ts';
import { packageName } from '../../../shared/rules/service/work-package.ts';
import { fold, wordSearch } from '../../../shared/rules/texts/fold.ts';
import { useClients } from '../../data/clients.ts';
import type { CouplingCandidates } from '../../data/coupling-candidates.ts';
import { useSettled } from '../../data/seconds.ts';
import { useWorkPackages } from '../../data/work-packages.ts';
import { formatPeriod } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { ActionsOf } from '../../ui/grid/actions.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { Note, Row } from '../../ui/layout.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Name, Sought } from '../../ui/name.tsx';
import { HeightOfRows } from '../../ui/panel.tsx';
import { ToolbarSearch } from '../../ui/search-field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useRowActions } from '../actions.tsx';
import { RowsOf } from '../collection-state.tsx';
import { useCouplingWords } from './coupling-words.ts';

interface CandidateListProps {
  readonly connection: string;
  readonly candidates: CouplingCandidates;
  readonly selected: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

/**
 * Component audits by network and tier: first those that can be coupled to what was chosen when the list opened, so that no row moves while
 * somebody chooses. The others follow on request, grey and with the reason. Opening a row selects it (ux P1, P6).
 */
export function CandidateList({ connection, candidates, selected, onChange }: CandidateListProps) {
  const { t } = useTranslation('coupling');
  const { network, complete, others, error, seek } = candidates;
  const [search, setSearch] = useState('');
  const [chosenFirst] = useState(selected);
  const [isUnfolded, setUnfolded] = useState(false);
  const wanted = useSettled(search);
  const obstacleOf = obstacleFinder(network, selected);
  const obstacleAtFirst = obstacleFinder(network, chosenFirst);
  const columns = useColumns(connection, obstacleOf);
  const actionsOf = useCandidateActions();
  const found = useMemo(() => byNetwork(matching(network.candidates, wanted), network), [network, wanted]);
  const isEligible = ({ component: { id } }: Candidate) => obstacleAtFirst(id) === undefined;
  const eligible = found.filter(isEligible);
  const ineligible = found.filter((one) => !isEligible(one));
  const isSearched = wanted !== '';
  const rows = isUnfolded || isSearched ? [...eligible, ...ineligible] : eligible;
  const result = t('candidates.found', { count: rows.length });
  useEffect(() => {
    if (isSearched) announce(result);
  }, [isSearched, result]);
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
      <Row>
        <ToolbarSearch
          label={t('candidates.search')}
          placeholder={t('candidates.search')}
          value={search}
          onChange={(text) => {
            setSearch(text);
            seek(text);
          }}
        />
      </Row>
      <HeightOfRows count={Math.min(10, Math.max(3, rows.length))}>
        <Sought value={wanted}>
          <DataTable
            id="coupling-candidates"
            label={t('candidates.label')}
            columns={columns}
            rows={rows}
            rowId={({ component }) => component.id}
            actionsOf={actionsOf}
            onOpen={({ component }) => choose(new Set(selected).symmetricDifference(new Set([component.id])))}
            selection={{ selected: new Set(selected), onChange: choose }}
            totalRows={complete !== null || isSearched ? undefined : null}
            empty={<EmptyState title={t(isSearched ? 'candidates.noMatch' : 'candidates.noneEligible')} />}
          />
        </Sought>
      </HeightOfRows>
      {ineligible.length > 0 && !isSearched && (
        <div>
          <Button variant="quiet" aria-expanded={isUnfolded} onPress={() => setUnfolded(!isUnfolded)}>
            {t(isUnfolded ? 'candidates.hide' : 'candidates.show', { count: ineligible.length })}
          </Button>
        </div>
      )}
    </RowsOf>
  );
}

/** A candidate with the groups from the top of its network down to its own. */
interface Placed extends Candidate {
  readonly way: readonly Audit[];
}

/** One network after the other, from the top tier down. */
function byNetwork(candidates: readonly Candidate[], network: KnownNetwork): readonly Placed[] {
  const placed = candidates.map((one) => ({ ...one, way: network.wayTo(one.group) }));
  const networks = Map.groupBy(placed, ({ way: [top] }) => top?.id);
  return [...networks.values()].flatMap((of) =>
    of.toSorted((one, other) => one.way.length - other.way.length),
  );
}

/** What can be done with a candidate from its row, besides choosing it. */
function useCandidateActions(): ActionsOf<Candidate> {
  const { t } = useTranslation('coupling');
  const basic = useRowActions();
  return ([{ component, group }]) =>
    basic(pathTo('audit', { auditId: group.id }), component.id).map((action) =>
      action.id === 'open' ? { ...action, label: t('candidates.openGroup') } : action,
    );
}

function useColumns(
  connection: string,
  obstacleOf: ReturnType<typeof obstacleFinder>,
): readonly Column<Placed>[] {
  const { t, i18n } = useTranslation('coupling');
  const words = useCouplingWords();
  const { entries: clients } = useClients(connection);
  const { entries: packages } = useWorkPackages(connection);
  const named = new Map(clients.map(({ id, name }) => [id, name]));
  const versions = new Map(packages.map((one) => [one.id, packageName(one)]));
  const periodOf = ({ group: { period_start: start, period_end: end } }: Placed): string => {
    const year = start.slice(0, 4);
    const isYear = start === `${year}-01-01` && end === `${year}-12-31`;
    return isYear ? year : formatPeriod(start, end, i18n.language);
  };
  const eligibility = ({ component: { id, in_scope: inScope } }: Placed) => {
    const obstacle = obstacleOf(id);
    if (obstacle !== undefined) return <Note as="span">{words.obstacle(obstacle)}</Note>;
    return t(inScope === false ? 'candidates.outOfScope' : 'candidates.eligible');
  };
  const name = ({ component: { id, name: text } }: Placed) =>
    obstacleOf(id) === undefined ? (
      <Name text={text} />
    ) : (
      <Note as="span" size="body">
        <Name text={text} />
      </Note>
    );
  const onDemand = { isOnDemand: true, width: { least: 140, grows: 140, givesWay: 1 } };
  return [
    {
      id: 'name',
      title: t('candidates.column.name'),
      isRowHeader: true,
      width: { least: 240, grows: 300 },
      value: ({ component }) => component.name,
      cell: name,
    },
    {
      id: 'tier',
      title: t('candidates.column.tier'),
      width: { least: ['00'] },
      align: 'end',
      value: ({ way }) => String(way.length),
    },
    {
      id: 'group',
      title: t('candidates.column.group'),
      isName: true,
      width: { least: 150, grows: 240 },
      value: ({ group }) => group.name,
    },
    {
      id: 'entity',
      title: t('candidates.column.entity'),
      isName: true,
      width: { least: 72, grows: 60 },
      value: ({ component }) => component.legal_entity_ids.join(', '),
    },
    {
      id: 'id',
      title: t('candidates.column.id'),
      isName: true,
      width: { least: 110, grows: 100 },
      value: ({ component }) => component.id,
    },
    {
      id: 'period',
      title: t('candidates.column.period'),
      width: { least: 64, grows: 6, givesWay: 2 },
      value: periodOf,
    },
    {
      id: 'eligibility',
      title: t('candidates.column.eligibility'),
      width: { least: 176, grows: 120 },
      cell: eligibility,
    },
    {
      id: 'network',
      title: t('candidates.column.network'),
      isName: true,
      width: { least: 140, grows: 140, givesWay: 1, from: 1_000 },
      value: ({ way: [top] }) => top?.name ?? '',
    },
    {
      ...onDemand,
      id: 'client',
      title: t('candidates.column.client'),
      isName: true,
      value: ({ group: { client_organisation_id: id } }) => named.get(id) ?? id,
    },
    {
      ...onDemand,
      id: 'package',
      title: t('candidates.column.package'),
      value: ({ group: { work_package_id: id } }) => versions.get(id) ?? id,
    },
    {
      ...onDemand,
      id: 'label',
      title: t('candidates.column.label'),
      value: ({ group }) => group.scoping_package_id,
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
