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
 * Component audits by network and tier, each network under its name: first those that can be coupled to what was chosen when the list opened,
 * so that no row moves while somebody chooses. The others follow on request, grey and with the reason. Opening a row selects it (ux P1, P6).
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
  const isEligible = ({ one }: Placed) => obstacleAtFirst(one.component.id) === undefined;
  const eligible = found.filter(isEligible);
  const ineligible = found.filter((one) => !isEligible(one));
  const isSearched = wanted !== '';
  const shown = isUnfolded || isSearched ? ineligible : [];
  const rows = [...headed(eligible, true), ...headed(shown, false)];
  const result = t('candidates.found', { count: eligible.length + shown.length });
  useEffect(() => {
    if (isSearched) announce(result);
  }, [isSearched, result]);
  if (network.candidates.length === 0 && complete === null)
    return error === null ? (
      <SkeletonRows count={6} widths={['60%', '50%', '40%']} label={t('progress.label')} />
    ) : null;
  if (network.candidates.length === 0 && others > 0) return null; // those are offered
  if (network.candidates.length === 0) return <EmptyState title={t('candidates.none')} />;
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
      <HeightOfRows count={Math.min(12, Math.max(3, rows.length))}>
        <Sought value={wanted}>
          <DataTable
            id="coupling-candidates"
            label={t('candidates.label')}
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            actionsOf={actionsOf}
            onOpen={({ one, id }) =>
              one !== null && choose(new Set(selected).symmetricDifference(new Set([id])))
            }
            selection={{
              selected: new Set(selected),
              onChange: choose,
              canSelect: ({ one }) => one !== null,
            }}
            totalRows={complete !== null || isSearched ? undefined : null}
            empty={<EmptyState title={t(isSearched ? 'common:ui.noMatch' : 'candidates.noneEligible')} />}
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

/** A candidate in its network. */
interface Placed {
  readonly one: Candidate;
  /** The group at the top of its network. */
  readonly top: Audit;
  readonly tier: number;
}

/** One network after the other, from the top tier down. */
function byNetwork(candidates: readonly Candidate[], network: KnownNetwork): readonly Placed[] {
  const placed = candidates.map((one): Placed => {
    const way = network.wayTo(one.group);
    return { one, top: way[0] ?? one.group, tier: way.length };
  });
  return [...Map.groupBy(placed, ({ top }) => top).values()].flatMap((of) =>
    of.toSorted((one, other) => one.tier - other.tier),
  );
}

/** A row of the list: a candidate, or above those of a network its name and tiers. */
interface Line {
  readonly id: string;
  /** Null for the name of a network. */
  readonly one: Candidate | null;
  readonly top: Audit;
  readonly tiers: string;
  readonly isEligible: boolean;
}

function headed(placed: readonly Placed[], isEligible: boolean): readonly Line[] {
  return [...Map.groupBy(placed, ({ top }) => top)].flatMap(([top, of]) => {
    const tiers = [...new Set(of.map(({ tier }) => tier))];
    const range = tiers.length > 1 ? `${tiers[0]}–${tiers.at(-1)}` : String(tiers[0]);
    return [
      { id: `${isEligible}\n${top.id}`, one: null, top, tiers: range, isEligible }, // no id has a line break
      ...of.map(({ one, tier }) => ({ id: one.component.id, one, top, tiers: String(tier), isEligible })),
    ];
  });
}

/** What can be done with a candidate from its row, besides choosing it, and with a network. */
function useCandidateActions(): ActionsOf<Line> {
  const { t } = useTranslation('coupling');
  const basic = useRowActions();
  return ([{ one, top }]) =>
    basic(pathTo('audit', { auditId: (one?.group ?? top).id }), one?.component.id ?? top.id).map((action) =>
      action.id === 'open' ? { ...action, label: t('candidates.openGroup') } : action,
    );
}

function useColumns(
  connection: string,
  obstacleOf: ReturnType<typeof obstacleFinder>,
): readonly Column<Line>[] {
  const { t, i18n } = useTranslation('coupling');
  const words = useCouplingWords();
  const { entries: clients } = useClients(connection);
  const { entries: packages } = useWorkPackages(connection);
  const named = new Map(clients.map(({ id, name }) => [id, name]));
  const versions = new Map(packages.map((one) => [one.id, packageName(one)]));
  const periodOf = ({ period_start: start, period_end: end }: Audit): string => {
    const year = start.slice(0, 4);
    const isYear = start === `${year}-01-01` && end === `${year}-12-31`;
    return isYear ? year : formatPeriod(start, end, i18n.language);
  };
  const eligibility = ({ one }: Line) => {
    if (one === null) return '';
    const obstacle = obstacleOf(one.component.id);
    if (obstacle !== undefined) return <Note as="span">{words.violation(obstacle)}</Note>;
    return t(one.component.in_scope === false ? 'candidates.outOfScope' : 'candidates.eligible');
  };
  const name = ({ one, top, isEligible }: Line) => {
    const text =
      one === null ? (
        <strong>
          <Name text={top.name} twin={top.id} />
        </strong>
      ) : (
        <Name text={one.component.name} />
      );
    return (one === null ? isEligible : obstacleOf(one.component.id) === undefined) ? (
      text
    ) : (
      <Note as="span" size="body">
        {text}
      </Note>
    );
  };
  const onDemand = { isOnDemand: true, width: { least: 140, grows: 140, givesWay: 1 } };
  return [
    {
      id: 'name',
      title: t('parts:field.component_name'),
      isRowHeader: true,
      width: { least: 240, grows: 300 },
      value: ({ one, top }) => one?.component.name ?? top.name,
      cell: name,
    },
    {
      id: 'tier',
      title: t('parts:field.tier'),
      width: { least: ['0–0'] },
      align: 'end',
      value: ({ tiers }) => tiers,
    },
    {
      id: 'group',
      title: t('parts:field.group_audit_name'),
      isName: true,
      width: { least: 150, grows: 240 },
      value: ({ one }) => one?.group.name ?? '',
    },
    {
      id: 'entity',
      title: t('parts:field.legal_entity_name'),
      isName: true,
      width: { least: 72, grows: 60 },
      value: ({ one }) => one?.component.legal_entity_ids.join(', ') ?? '',
    },
    {
      id: 'id',
      title: t('parts:word.id'),
      isName: true,
      width: { least: 110, grows: 100 },
      value: ({ one }) => one?.component.id ?? '',
    },
    {
      id: 'period',
      title: t('parts:word.period'),
      width: { least: 64, grows: 6, givesWay: 2 },
      value: ({ one }) => (one === null ? '' : periodOf(one.group)),
    },
    {
      id: 'eligibility',
      title: t('parts:word.coupling'),
      width: { least: 176, grows: 120 },
      cell: eligibility,
    },
    {
      ...onDemand,
      id: 'client',
      title: t('parts:field.client_name'),
      isName: true,
      value: ({ top: { client_organisation_id: id } }) => named.get(id) ?? id,
    },
    {
      ...onDemand,
      id: 'package',
      title: t('parts:field.work_package'),
      value: ({ one }) => versions.get(one?.group.work_package_id ?? '') ?? one?.group.work_package_id ?? '',
    },
    {
      ...onDemand,
      id: 'label',
      title: t('parts:field.scoping_label'),
      value: ({ one }) => one?.group.scoping_package_id ?? '',
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
