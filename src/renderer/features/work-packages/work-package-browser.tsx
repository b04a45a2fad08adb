import { Package, RefreshCw } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatch, useNavigate } from 'react-router';
import { fromSegment } from '../../../shared/rules/segment.ts';
import { useConnectionId } from '../../data/connections.ts';
import { useShortcuts } from '../../data/shortcuts.ts';
import { useWorkPackages } from '../../data/work-packages.ts';
import { ListProgress } from '../../parts/list-progress.tsx';
import { pathTo, routes } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TreeGrid } from '../../ui/tree-grid.tsx';
import { usePackageColumns, usePackageLabel } from './package-columns.tsx';
import { PackageDetail } from './package-detail.tsx';
import { type PackageRow, packageTree } from './package-tree.ts';
import styles from './work-packages.module.css';

/** The methodologies of the service: every version of each, with what it offers and what is new in it. */
export function WorkPackageBrowser() {
  const { t } = useTranslation('work-packages');
  const shortcutOf = useShortcuts();
  const connection = useConnectionId();
  const list = useWorkPackages(connection);
  const [search, setSearch] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const wanted = useDeferredValue(search);
  const nodes = useMemo(() => packageTree(list.entries, wanted), [list.entries, wanted]);
  const parents = useMemo(() => nodes.map(({ id }) => id), [nodes]);
  const expanded = useMemo(() => new Set(parents.filter((id) => !closed.has(id))), [parents, closed]);
  const columns = usePackageColumns();
  const labelOf = usePackageLabel();
  const navigate = useNavigate();
  const address = useMatch(routes.workPackage)?.params.workPackageId;
  const wantedId = address === undefined ? null : fromSegment(address);
  const [active, setActive] = useState<string | null>(null);
  const byRow = useMemo(
    () =>
      new Map(nodes.flatMap((node) => [node, ...node.children]).map(({ id, row }) => [id, row.workPackage])),
    [nodes],
  );
  const shown = active === null ? null : (byRow.get(active) ?? null);
  const goTo = (rowId: string | null) => {
    if (rowId === active) return;
    setActive(rowId);
    const workPackageId = byRow.get(rowId ?? '')?.id;
    // Where it starts is no choice of a person's.
    if (active === null || workPackageId === undefined) return;
    void navigate(pathTo('workPackage', { workPackageId }), { replace: true });
  };
  const isUnknown = wantedId !== null && list.isWhole && !list.entries.some(({ id }) => id === wantedId);
  const open = nodes.reduce((sum, { id, children }) => sum + 1 + (expanded.has(id) ? children.length : 0), 0);
  const height = Math.max(4, Math.min(open, 18));
  const isNothing = list.entries.length === 0;
  return (
    <Page>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <IconButton
            label={t('refresh')}
            icon={<RefreshCw aria-hidden />}
            onPress={list.readAgain}
            isPending={list.isReading && list.isWhole}
          />
        }
      />
      <ListProgress connection={connection} tier="reference" list={list} />
      {isNothing && !list.isWhole && list.error === null && (
        <SkeletonRows count={10} widths={['30%', '60%']} label={t('reading')} />
      )}
      {isNothing && list.isWhole && (
        <EmptyState title={t('empty.title')} icon={<Package aria-hidden />}>
          {t('empty.text')}
        </EmptyState>
      )}
      {isUnknown && (
        <Banner tone="warning" role="status" title={t('unknown.title')}>
          {t('unknown.text', { id: wantedId })}
        </Banner>
      )}
      {!isNothing && (
        <div className={styles.columns}>
          <div className={styles.browser}>
            <SearchField
              label={t('search')}
              placeholder={t('search')}
              value={search}
              onChange={setSearch}
              shortcut={shortcutOf('filter')?.aria}
            />
            {/* React's type knows no custom properties. */}
            <div className={styles.tree} style={{ '--rows': height } as Record<string, number>}>
              <TreeGrid
                label={t('label')}
                columns={columns}
                nodes={nodes}
                expanded={expanded}
                onExpand={(next) => setClosed(new Set(parents.filter((id) => !next.has(id))))}
                textOf={nameOf}
                labelOf={labelOf}
                onActive={goTo}
                startAt={wantedId === null ? undefined : `version ${wantedId}`}
                isBusy={list.isReading}
                empty={t('noMatch')}
              />
            </div>
          </div>
          {shown !== null && <PackageDetail key={shown.id} workPackage={shown} packages={list.entries} />}
        </div>
      )}
    </Page>
  );
}

function nameOf({ workPackage, kind }: PackageRow): string {
  return kind === 'package' ? workPackage.name : workPackage.version;
}
