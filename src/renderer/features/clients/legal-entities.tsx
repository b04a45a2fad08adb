import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Audit } from '../../../shared/model/audit.ts';
import type { ClientOrganisation, LegalEntity } from '../../../shared/model/client-organisation.ts';
import {
  type EntityNode,
  legalEntityTree,
  parentIds,
  treeMatching,
} from '../../../shared/rules/legal-entity-tree.ts';
import type { GroupComponents } from '../../data/group-components.ts';
import type { WholeList } from '../../data/whole-list.ts';
import { useCountryWords } from '../../messages/country-words.ts';
import { ListProgress } from '../../parts/list-progress.tsx';
import { Banner } from '../../ui/banner.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { fold } from '../../ui/fold.ts';
import { Panel } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TreeGrid } from '../../ui/tree-grid.tsx';
import type { TreeGridNode } from '../../ui/tree-rows.ts';
import styles from './clients.module.css';
import { isFlat, unplacedEntities } from './entity-standing.ts';
import { EntityUsage } from './entity-usage.tsx';
import { usageByEntity } from './usage.ts';

interface LegalEntitiesProps {
  readonly connection: string;
  readonly client: ClientOrganisation;
  readonly legalEntities: WholeList<LegalEntity>;
  /** The client's audits. */
  readonly audits: readonly Audit[];
  /** How many of them are group audits. */
  readonly groups: number;
  /** The components of those. */
  readonly components: GroupComponents;
}

interface EntityRow {
  readonly entity: LegalEntity;
  /** How many audits and components contain it, as far as is known. */
  readonly uses: number;
}

const searchableFrom = 9; // fewer are seen at a glance

/** The tree of a client's legal entities, and beside it where the one that is chosen is used. */
export function LegalEntities(props: LegalEntitiesProps) {
  const { connection, client, legalEntities, audits, groups, components } = props;
  const { t } = useTranslation('clients');
  const { entries } = legalEntities;
  const [search, setSearch] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string | null>(null);
  const uses = useMemo(() => usageByEntity(audits, components.byGroup), [audits, components.byGroup]);
  const tree = useMemo(() => legalEntityTree(entries), [entries]);
  const unplaced = useMemo(() => unplacedEntities(tree), [tree]);
  const shown = useMemo(() => {
    const wanted = fold(search).trim();
    return wanted === ''
      ? tree
      : treeMatching(tree, ({ name, id }) => fold(`${name} ${id}`).includes(wanted));
  }, [tree, search]);
  const nodes = useMemo(() => nodesOf(shown, (id) => uses.get(id)?.length ?? 0), [shown, uses]);
  const parents = useMemo(() => parentIds(shown), [shown]);
  const expanded = useMemo(() => new Set(parents.filter((id) => !closed.has(id))), [parents, closed]);
  const columns = useColumns();
  const words = useCountryWords();
  const labelOf = useMemo(
    () =>
      ({ entity, uses: count }: EntityRow) =>
        [
          entity.name,
          entity.country === null ? '' : words.name(entity.country),
          t('entities.uses', { count }),
        ]
          .filter(Boolean)
          .join(', '),
    [words, t],
  );
  const chosen = entries.find(({ id }) => id === active) ?? null;
  return (
    <Panel
      title={t('entities.title')}
      description={entries.length === 0 ? undefined : t('entities.count', { count: entries.length })}
    >
      <ListProgress connection={connection} tier="read" list={legalEntities} />
      {entries.length === 0 && !legalEntities.isWhole && legalEntities.error === null && (
        <SkeletonRows count={4} widths={['60%', '20%']} label={t('entities.reading')} />
      )}
      {entries.length === 0 && legalEntities.isWhole && <p className={styles.none}>{t('entities.none')}</p>}
      {isFlat(entries) && legalEntities.isWhole && <Banner tone="info">{t('entities.flat')}</Banner>}
      {entries.length > 0 && (
        <div className={styles.entities}>
          <div className={styles.usage}>
            {entries.length >= searchableFrom && (
              <SearchField
                label={t('entities.search')}
                placeholder={t('entities.search')}
                value={search}
                onChange={setSearch}
              />
            )}
            {/* React's type knows no custom properties. */}
            <div
              className={styles.table}
              style={{ '--rows': Math.max(3, Math.min(entries.length, 14)) } as Record<string, number>}
            >
              <TreeGrid
                label={t('entities.label', { client: client.name })}
                columns={columns}
                nodes={nodes}
                expanded={expanded}
                onExpand={(open) => setClosed(new Set(parents.filter((id) => !open.has(id))))}
                textOf={nameOf}
                labelOf={labelOf}
                onActive={setActive}
                isBusy={legalEntities.isReading}
                empty={t('entities.noMatch')}
              />
            </div>
          </div>
          {chosen !== null && (
            <EntityUsage
              entity={chosen}
              standing={unplaced.get(chosen.id) ?? null}
              uses={uses.get(chosen.id) ?? []}
              groups={groups}
              components={components}
            />
          )}
        </div>
      )}
    </Panel>
  );
}

function nameOf({ entity }: EntityRow): string {
  return entity.name;
}

function nodesOf(
  nodes: readonly EntityNode[],
  usesOf: (id: string) => number,
): readonly TreeGridNode<EntityRow>[] {
  return nodes.map(({ entity, children }) => ({
    id: entity.id,
    row: { entity, uses: usesOf(entity.id) },
    children: nodesOf(children, usesOf),
  }));
}

function useColumns(): readonly Column<EntityRow>[] {
  const { t } = useTranslation('clients');
  const countries = useCountryWords();
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('entities.column.name'),
        width: 'minmax(180px, 3fr)',
        render: ({ entity }) => entity.name,
      },
      {
        id: 'country',
        title: t('entities.column.country'),
        width: '72px',
        render: ({ entity: { country } }) => <span title={countries.name(country ?? '')}>{country}</span>,
      },
      {
        id: 'uses',
        title: t('entities.column.uses'),
        width: '72px',
        align: 'end',
        render: ({ uses }) => String(uses),
      },
    ],
    [t, countries],
  );
}
