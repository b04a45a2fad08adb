import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { useMatch, useNavigate } from 'react-router';
import type { WorkPackage } from '../../../shared/model/work-package.ts';
import { packageName } from '../../../shared/rules/service/work-package.ts';
import { fromSegment } from '../../../shared/rules/texts/segment.ts';
import { screens } from '../../../shared/screens.ts';
import { errorOf } from '../../data/call.ts';
import { lacks } from '../../data/collection.ts';
import { useConnectionId } from '../../data/connections.ts';
import { useShortcuts } from '../../data/shortcuts.ts';
import { useWorkPackages, workPackageQuery } from '../../data/work-packages.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { useTranslation } from '../../messages/language.ts';
import { useUnseenWords } from '../../messages/unseen-words.ts';
import { useRowActions } from '../../parts/actions.tsx';
import { CollectionState, RefreshButton } from '../../parts/collection-state.tsx';
import { ExportAction } from '../../parts/export/export-action.tsx';
import { InspectedNotice } from '../../parts/inspected-notice.tsx';
import { pathTo } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import type { TableColumn } from '../../ui/grid/columns.ts';
import { Columns, Row, Stack } from '../../ui/layout.tsx';
import { useOpenNodes } from '../../ui/open-nodes.ts';
import { Page, PageHeader } from '../../ui/page.tsx';
import { HeightOfRows } from '../../ui/panel.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import { TreeGrid } from '../../ui/tree-grid.tsx';
import { PackageDetail } from './package-detail.tsx';
import { type PackageRow, packageTree } from './package-tree.ts';

/** All work packages and their versions; the active one shows in detail. */
export function WorkPackageBrowser() {
  const { t } = useTranslation('work-packages');
  const { t: common } = useTranslation();
  const shortcutOf = useShortcuts();
  const connection = useConnectionId();
  const list = useWorkPackages(connection);
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  const nodes = useMemo(() => packageTree(list.entries, wanted), [list.entries, wanted]);
  const open = useOpenNodes(new Set(nodes.map(({ id }) => id)));
  const columns = usePackageColumns();
  const labelOf = usePackageLabel();
  const actions = useRowActions();
  const navigate = useNavigate();
  const address = useMatch(screens.workPackage.path)?.params.workPackageId;
  const wantedId = address === undefined ? null : fromSegment(address);
  const [active, setActive] = useState<string | null>(null);
  const byRow = new Map(
    nodes.flatMap((node) => [node, ...node.children]).map(({ id, row }) => [id, row.workPackage]),
  );
  const shown = active === null ? null : (byRow.get(active) ?? null);
  const goTo = (rowId: string | null) => {
    if (rowId === active) return;
    setActive(rowId);
    const workPackageId = byRow.get(rowId ?? '')?.id;
    // The first active row is not chosen by a person.
    if (active === null || workPackageId === undefined) return;
    void navigate(pathTo('workPackage', { workPackageId }), { replace: true });
  };
  const isUnknown = wantedId !== null && lacks(list, wantedId);
  const openRows = nodes.reduce(
    (sum, { id, children }) => sum + 1 + (open.expanded.has(id) ? children.length : 0),
    0,
  );
  const isNothing = list.entries.length === 0;
  const versions = nodes.flatMap((node) => node.children.map(({ row }) => row));
  return (
    <Page>
      <PageHeader
        title={t('commands:screens.workPackages')}
        description={t('description')}
        actions={
          <>
            {!isNothing && (
              <ExportAction
                variant="quiet"
                table={{
                  name: t('commands:screens.workPackages'),
                  grid: 'work-packages',
                  columns,
                  rows: versions,
                  list,
                }}
              />
            )}
            <RefreshButton lists={[list]} />
          </>
        }
      />
      <InspectedNotice connection={connection} of={['packages']} />
      {isUnknown && <Unlisted id={wantedId} packages={list.entries} />}
      <CollectionState
        list={list}
        skeleton={[10, ['30%', '60%'], t('common:list.reading')]}
        none={
          <EmptyState title={t('parts:word.noWorkPackages')} picture="tree">
            {t('parts:word.noWorkPackagesText')}
          </EmptyState>
        }
      >
        <Columns min={400} isLed>
          <Stack>
            <SearchField
              label={t('search')}
              placeholder={t('search')}
              value={search}
              onChange={setSearch}
              shortcut={shortcutOf('filter')?.aria}
            />
            <HeightOfRows count={Math.max(4, Math.min(openRows, 18))}>
              <TreeGrid
                id="work-packages"
                label={t('commands:screens.workPackages')}
                columns={columns}
                nodes={nodes}
                {...open}
                textOf={nameOf}
                labelOf={labelOf}
                onActive={goTo}
                actionsOf={([
                  {
                    workPackage: { id },
                  },
                ]) => actions(pathTo('workPackage', { workPackageId: id }), id)}
                startAt={wantedId === null ? undefined : `version ${wantedId}`}
                empty={common('ui.noMatch')}
              />
            </HeightOfRows>
          </Stack>
          {shown !== null && <PackageDetail key={shown.id} workPackage={shown} packages={list.entries} />}
        </Columns>
      </CollectionState>
    </Page>
  );
}

interface UnlistedProps {
  readonly id: string;
  readonly packages: readonly WorkPackage[];
}

/** A work package that the service does not list: it may have it all the same. */
function Unlisted({ id, packages }: UnlistedProps) {
  const connection = useConnectionId();
  const { t } = useTranslation('work-packages');
  const describe = useErrorWords();
  const { data, error } = useQuery(workPackageQuery(connection, id));
  if (data !== undefined)
    return (
      <>
        <Banner tone="info" role="status" title={t('unlisted.title')}>
          {t('unlisted.text', { id })}
        </Banner>
        <PackageDetail workPackage={data} packages={packages} />
      </>
    );
  if (error === null)
    return <SkeletonRows count={3} widths={['40%', '60%']} label={t('common:list.reading')} />;
  const failure = errorOf(error);
  return failure.code === 'missing' ? (
    <Banner tone="warning" role="status" title={t('unknown.title')}>
      {t('parts:word.unknownId', { id })}
    </Banner>
  ) : (
    <ErrorNotice {...describe(failure)} role="status" />
  );
}

function nameOf({ workPackage, kind }: PackageRow): string {
  return kind === 'package' ? workPackage.name : workPackage.version;
}

/** `en-us` is EN: the words are in the label of the row and beside it. */
function shortLanguage(spelled: string): string {
  return spelled.slice(0, 2).toUpperCase();
}

function usePackageColumns(): readonly TableColumn<PackageRow>[] {
  const { t } = useTranslation('work-packages');
  const { short: unseen } = useUnseenWords();
  return [
    { key: 'work_package_id', value: ({ workPackage }) => workPackage.id },
    {
      id: 'name',
      title: t('column.name'),
      width: { least: 240, grows: 1 },
      cell: ({ workPackage, kind }) => {
        if (kind === 'package') return workPackage.name;
        const version = workPackage.version || workPackage.id;
        if (kind === 'older') return version;
        return (
          <Row as="span" isLine>
            {version}
            <Tag word={t('newest')} />
          </Row>
        );
      },
      file: [
        { key: 'work_package', value: ({ workPackage }) => workPackage.name },
        { key: 'version', value: ({ workPackage }) => workPackage.version },
      ],
    },
    {
      id: 'languages',
      title: t('parts:field.languages'),
      width: { least: [t('versions', { count: 10 }), 'EN, NL, IT'] },
      value: ({ workPackage, kind, versions }) =>
        kind === 'package'
          ? t('versions', { count: versions })
          : workPackage.languages.map(shortLanguage).join(', ') || unseen,
      file: [{ key: 'languages', value: ({ workPackage }) => workPackage.languages }],
    },
    { key: 'audit_types', value: ({ workPackage }) => workPackage.audit_types },
    {
      key: 'scoping_labels',
      value: ({ workPackage }) => [...new Set(workPackage.scoping_packages.map(({ label }) => label))],
    },
  ];
}

/** What a screen reader says for a row, its name first. */
function usePackageLabel(): (row: PackageRow) => string {
  const { t } = useTranslation('work-packages');
  const words = useAuditWords();
  return ({ workPackage, kind, versions }: PackageRow) =>
    (kind === 'package'
      ? [workPackage.name, t('versions', { count: versions })]
      : [
          packageName(workPackage),
          kind === 'newest' ? t('newest') : '',
          ...workPackage.languages.map(words.language),
        ]
    )
      .filter(Boolean)
      .join(', ');
}
