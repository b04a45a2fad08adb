import { SquareCheck } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { obstacleFinder } from '../../../shared/rules/coupling-obstacle.ts';
import { fold, wordSearch } from '../../../shared/rules/fold.ts';
import type { Candidate } from '../../../shared/rules/known-network.ts';
import type { CouplingCandidates } from '../../data/coupling-candidates.ts';
import { Checkbox } from '../../ui/choice.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { announce } from '../../ui/live-region.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import styles from './coupling.module.css';
import { useCouplingWords } from './coupling-words.ts';

interface CandidateListProps {
  readonly candidates: CouplingCandidates;
  readonly selected: readonly string[];
  readonly onToggle: (id: string) => void;
}

const searchDelay = 250; // milliseconds (ux P6)

/** All component audits of the firm, each with why it is not eligible. Opening a row chooses it (ux P1, P6). */
export function CandidateList({ candidates, selected, onToggle }: CandidateListProps) {
  const { t } = useTranslation('coupling');
  const { network, isWhole, error } = candidates;
  const [search, setSearch] = useState('');
  const [onlyEligible, setOnlyEligible] = useState(false);
  const wanted = useSettled(search);
  const obstacleOf = useMemo(() => obstacleFinder(network, selected), [network, selected]);
  const columns = useColumns(selected, obstacleOf);
  const found = useMemo(() => matching(network.candidates, wanted), [network.candidates, wanted]);
  const rows = useMemo(
    () =>
      onlyEligible
        ? found.filter(({ component: { id } }) => selected.includes(id) || obstacleOf(id) === undefined)
        : found,
    [found, onlyEligible, selected, obstacleOf],
  );
  const isNarrowed = wanted !== '' || onlyEligible;
  const result = t('candidates.found', { count: rows.length });
  useEffect(() => {
    if (isNarrowed) announce(result);
  }, [isNarrowed, result]);
  if (network.candidates.length === 0 && !isWhole)
    return error === null ? (
      <SkeletonRows count={6} widths={['60%', '50%', '40%']} label={t('progress.label')} />
    ) : null;
  if (network.candidates.length === 0)
    return <EmptyState title={t('candidates.none')}>{t('candidates.noneText')}</EmptyState>;
  return (
    <>
      <div className={styles.tools}>
        <div className={styles.search}>
          <SearchField
            label={t('candidates.search')}
            placeholder={t('candidates.search')}
            value={search}
            onChange={setSearch}
          />
        </div>
        <Checkbox label={t('candidates.onlyEligible')} isSelected={onlyEligible} onChange={setOnlyEligible} />
      </div>
      <div className={styles.table}>
        <DataTable
          id="coupling-candidates"
          label={t('candidates.label')}
          columns={columns}
          rows={rows}
          rowId={({ component }) => component.id}
          onOpen={({ component }) => onToggle(component.id)}
          isBusy={candidates.isReading}
          totalRows={isWhole || isNarrowed ? undefined : null}
          empty={<EmptyState title={t('candidates.noMatch')} />}
        />
      </div>
    </>
  );
}

function useColumns(
  selected: readonly string[],
  obstacleOf: ReturnType<typeof obstacleFinder>,
): readonly Column<Candidate>[] {
  const { t } = useTranslation('coupling');
  const words = useCouplingWords();
  const eligibility = useCallback(
    ({ component }: Candidate) => {
      const obstacle = obstacleOf(component.id);
      if (obstacle !== undefined) return <StatusMark look="ending" word={words.obstacle(obstacle)} />;
      return (
        <StatusMark
          look="good"
          word={t(component.in_scope === false ? 'candidates.outOfScope' : 'candidates.eligible')}
        />
      );
    },
    [obstacleOf, words, t],
  );
  return useMemo(
    () => [
      {
        id: 'chosen',
        title: t('candidates.chosen'),
        min: 72,
        render: ({ component: { id } }) =>
          selected.includes(id) && (
            <SquareCheck role="img" aria-label={t('candidates.chosen')} className={styles.check} />
          ),
      },
      {
        id: 'name',
        title: t('candidates.column.name'),
        min: 112,
        share: 1.2,
        isRowHeader: true,
        render: ({ component }) => component.name,
      },
      {
        id: 'group',
        title: t('candidates.column.group'),
        min: 112,
        share: 1.2,
        render: ({ group }) => group.name,
      },
      {
        id: 'eligibility',
        title: t('candidates.column.eligibility'),
        min: 128,
        share: 1.2,
        render: eligibility,
      },
    ],
    [t, selected, eligibility],
  );
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

/** The text after a pause in typing; an empty one at once. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : searchDelay);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
