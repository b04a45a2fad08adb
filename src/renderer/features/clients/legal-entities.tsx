import { useState } from 'react';
import type { LegalEntity } from '../../../shared/model/client-organisation.ts';
import {
  type EntityNode,
  legalEntityTree,
  parentIds,
  treeMatching,
} from '../../../shared/rules/service/legal-entity-tree.ts';
import { fold, wordSearch } from '../../../shared/rules/texts/fold.ts';
import { useConnectionId } from '../../data/connections.ts';
import { useCountryWords } from '../../messages/country-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { useCopyAction } from '../../parts/actions.tsx';
import { CollectionState, CollectionsProgress } from '../../parts/collection-state.tsx';
import { ExportAction } from '../../parts/export/export-action.tsx';
import { InspectedNotice } from '../../parts/inspected-notice.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Id } from '../../ui/code.tsx';
import type { TableColumn } from '../../ui/grid/columns.ts';
import { Note, Row, Stack } from '../../ui/layout.tsx';
import { useOpenNodes } from '../../ui/open-nodes.ts';
import { WithPanel } from '../../ui/page.tsx';
import { Toolbar } from '../../ui/panel.tsx';
import { ToolbarSearch } from '../../ui/search-field.tsx';
import { TreeGrid } from '../../ui/tree-grid.tsx';
import type { TreeGridNode } from '../../ui/tree-rows.ts';
import { type ShownClient, useShownClient } from './client-page.tsx';
import { type Usage, UsageExport, UsageTable, usageByEntity } from './usage-table.tsx';

interface EntityRow {
  readonly entity: LegalEntity;
  /** How many audits and components contain it, as far as is known. */
  readonly uses: number;
  readonly isRead: boolean;
}

const searchableFrom = 9; // fewer are seen at a glance

/** The legal entities of a client as a tree, and beside it the use of the active one. */
export function LegalEntities() {
  const { client, legalEntities, audits, auditsOfFirm, groups, components, onReadComponents } =
    useShownClient();
  const { t } = useTranslation('clients');
  const { t: common } = useTranslation();
  const { entries } = legalEntities;
  const connection = useConnectionId();
  const copy = useCopyAction();
  const [search, setSearch] = useState('');
  const [active, setActive] = useState<string | null>(null);
  const columns = useColumns(client.id);
  const words = useCountryWords();
  const uses = usageByEntity(audits, components.lists);
  const tree = legalEntityTree(entries);
  const unplaced = unplacedEntities(tree);
  const { isOn, finds } = wordSearch(search);
  const isFound = ({ name, id }: LegalEntity) => finds(fold(`${name}\n${id}`));
  const shown = isOn ? treeMatching(tree, isFound) : tree;
  const areAuditsRead = auditsOfFirm.complete !== null;
  const isRead = areAuditsRead && components.read === groups;
  const nodes = nodesOf(shown, (id) => ({ uses: uses.get(id)?.length ?? 0, isRead }));
  const open = useOpenNodes(new Set(parentIds(shown)));
  const labelOf = ({ entity, uses: count, isRead: isAll }: EntityRow) =>
    [
      entity.name,
      entity.country === null ? '' : words.name(entity.country),
      isAll ? t('entities.uses', { count }) : t('entities.usesSoFar', { count }),
    ]
      .filter(Boolean)
      .join(', ');
  const chosen = entries.find(({ id }) => id === active) ?? null;
  return (
    <>
      <InspectedNotice connection={connection} of={['entities']} />
      <CollectionState
        list={legalEntities}
        skeleton={[4, ['60%', '20%'], t('common:list.reading')]}
        none={<Note size="body">{t('parts:word.noEntities')}</Note>}
      >
        {isFlat(legalEntities.complete ?? []) && <Banner tone="info">{t('entities.flat')}</Banner>}
        <Toolbar label={t('parts:field.legal_entity_names')}>
          {entries.length >= searchableFrom && (
            <ToolbarSearch
              label={t('parts:word.searchEntities')}
              placeholder={t('parts:word.searchEntities')}
              value={search}
              onChange={setSearch}
            />
          )}
          <ExportAction
            variant="quiet"
            table={{
              name: `${t('parts:field.legal_entity_names')}, ${client.name}`,
              grid: 'legal-entities',
              columns,
              rows: rowsIn(nodes),
              list: legalEntities,
            }}
          />
          {legalEntities.complete !== null && (
            <Note>
              {isOn
                ? t('parts:count.results', { count: entries.filter(isFound).length })
                : t('parts:count.entities', { count: entries.length })}
            </Note>
          )}
        </Toolbar>
        <WithPanel isHalf isAlone={chosen === null}>
          <TreeGrid
            id="legal-entities"
            sought={search}
            label={t('parts:word.entitiesOf', { client: client.name })}
            columns={columns}
            nodes={nodes}
            {...open}
            textOf={nameOf}
            labelOf={labelOf}
            onActive={setActive}
            actionsOf={([{ entity }]) => [copy(entity.id)]}
            empty={common('ui.noMatch')}
          />
          {chosen !== null && (
            <EntityUsage
              entity={chosen}
              misplacement={unplaced.get(chosen.id) ?? null}
              uses={uses.get(chosen.id) ?? []}
              groups={groups}
              areAuditsRead={areAuditsRead}
              components={components}
              onReadComponents={onReadComponents}
            />
          )}
        </WithPanel>
      </CollectionState>
    </>
  );
}

/** The rows of a tree from the top on, each before those below it. */
function rowsIn(nodes: readonly TreeGridNode<EntityRow>[]): readonly EntityRow[] {
  return nodes.flatMap(({ row, children }) => [row, ...rowsIn(children)]);
}

function nameOf({ entity }: EntityRow): string {
  return entity.name;
}

function nodesOf(
  nodes: readonly EntityNode[],
  usesOf: (id: string) => Omit<EntityRow, 'entity'>,
): readonly TreeGridNode<EntityRow>[] {
  return nodes.map(({ entity, children }) => ({
    id: entity.id,
    row: { entity, ...usesOf(entity.id) },
    children: nodesOf(children, usesOf),
  }));
}

function useColumns(client: string): readonly TableColumn<EntityRow>[] {
  const { t } = useTranslation('clients');
  const countries = useCountryWords();
  return [
    { key: 'client_id', value: () => client },
    { key: 'legal_entity_id', value: ({ entity }) => entity.id },
    {
      id: 'name',
      title: t('parts:field.legal_entity_name'),
      width: { least: 240, grows: 3, wants: 340 },
      value: ({ entity }) => entity.name,
      twin: ({ entity }) => entity.id,
      file: 'legal_entity_name',
    },
    {
      id: 'country',
      title: t('parts:field.country'),
      width: { givesWay: 1 },
      cell: ({ entity: { country } }) => <span title={countries.name(country ?? '')}>{country}</span>,
      file: [{ key: 'country', value: ({ entity }) => entity.country }],
    },
    { key: 'parent_legal_entity_id', value: ({ entity }) => entity.parent_id },
    {
      id: 'uses',
      title: t('entities.column.uses'),
      width: { least: ['99 + ?'] },
      align: 'end',
      cell: ({ uses, isRead }) =>
        isRead ? String(uses) : <span title={t('entities.usesSoFar', { count: uses })}>{`${uses} + ?`}</span>,
      file: [{ key: 'uses', value: ({ uses, isRead }) => (isRead ? uses : null) }],
    },
  ];
}

interface EntityUsageProps extends Pick<ShownClient, 'groups' | 'components' | 'onReadComponents'> {
  readonly entity: LegalEntity;
  readonly misplacement: Misplacement | null;
  readonly uses: readonly Usage[];
  readonly areAuditsRead: boolean;
}

function EntityUsage({ entity, misplacement, uses, ...reading }: EntityUsageProps) {
  const { t } = useTranslation('clients');
  const { areAuditsRead, groups, components } = reading;
  const { read } = components;
  const usage = {
    label: t('uses.title', { name: entity.name }),
    rows: uses,
    withGroup: true,
    file: {
      note: !areAuditsRead
        ? t('uses.auditsUnread')
        : read < groups
          ? t('uses.unread', { count: groups - read })
          : undefined,
    },
  };
  return (
    <Stack as="section" aria-label={usage.label}>
      <Row gap="3" align="baseline">
        <h2>{usage.label}</h2>
        <Id value={entity.id} isCopyable />
        {uses.length > 0 && <UsageExport {...usage} />}
      </Row>
      {misplacement !== null && (
        <Banner tone="warning">{t(`uses.${misplacement}`, { parent: entity.parent_id ?? '' })}</Banner>
      )}
      {!areAuditsRead && <Note size="body">{t('uses.auditsUnread')}</Note>}
      <ComponentsReading {...reading} />
      {uses.length === 0 ? (
        <Note size="body">{t(areAuditsRead && read === groups ? 'uses.none' : 'uses.noneYet')}</Note>
      ) : (
        <UsageTable {...usage} />
      )}
    </Stack>
  );
}

/** How many groups had their components read; a person starts and stops the reading. */
function ComponentsReading({
  groups,
  components,
  onReadComponents,
}: Pick<EntityUsageProps, 'groups' | 'components' | 'onReadComponents'>) {
  const { t } = useTranslation('clients');
  const connection = useConnectionId();
  const { read } = components;
  return (
    <CollectionsProgress
      connection={connection}
      reading={{ ...components, resume: onReadComponents }}
      label={t('uses.reading')}
      read={read}
      total={groups}
      words={t('uses.progress', { read, count: groups })}
      idle={
        <Row gap="3">
          {t('uses.unread', { count: groups - read })}
          <Button onPress={onReadComponents}>{t('uses.read')}</Button>
        </Row>
      }
    />
  );
}

/** Why an entity is at the top although it names a parent: the parent is not listed, or is below it. */
type Misplacement = 'orphan' | 'circle';

/** The entities at the top of a tree that name a parent (decisions.md §6.2). */
export function unplacedEntities(nodes: readonly EntityNode[]): ReadonlyMap<string, Misplacement> {
  const named = nodes.filter(({ entity }) => entity.parent_id !== null);
  return new Map(
    named.map((node) => [node.entity.id, isBelow(node, node.entity.parent_id ?? '') ? 'circle' : 'orphan']),
  );
}

function isBelow(node: EntityNode, id: string): boolean {
  const open = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.entity.id === id) return true;
    open.push(...next.children);
  }
  return false;
}

/** Whether the service names no parent for any of several entities. */
export function isFlat(entities: readonly LegalEntity[]): boolean {
  return entities.length > 1 && entities.every(({ parent_id }) => parent_id === null);
}
