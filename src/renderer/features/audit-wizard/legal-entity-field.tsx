import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type EntityNode,
  legalEntityTree,
  parentIds,
  treeMatching,
} from '../../../shared/rules/legal-entity-tree.ts';
import { useCountryWords } from '../../messages/country-words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { fold } from '../../ui/fold.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Tree, type TreeNode } from '../../ui/tree.tsx';
import { ReadingNotice } from './reading-notice.tsx';
import styles from './wizard.module.css';
import { useField, useRoom, useWizard } from './wizard-context.ts';

const searchableFrom = 9; // fewer are seen at a glance

/** The choice of a legal entity from the tree of the client's. */
export function LegalEntityField() {
  const { t } = useTranslation('audit-wizard');
  const { client, legalEntities } = useRoom();
  const chosenClient = useWizard(({ content }) => content.fields.client_organisation_id);
  const { name, label, value, error, onChange } = useField('legal_entity_id');
  const [search, setSearch] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const errorId = useId();
  const tree = useMemo(() => legalEntityTree(legalEntities.entries), [legalEntities.entries]);
  const wanted = fold(search);
  const shown = useMemo(
    () =>
      wanted === ''
        ? tree
        : treeMatching(tree, (entity) => fold(`${entity.name} ${entity.id}`).includes(wanted)),
    [tree, wanted],
  );
  const parents = useMemo(() => parentIds(shown), [shown]);
  const countries = useCountryWords();
  if (chosenClient === '')
    return (
      <div className={styles.group}>
        <p className={styles.label}>{label}</p>
        <p className={styles.help}>{t('client.chooseClient')}</p>
        {error !== undefined && <p className={styles.error}>{error}</p>}
      </div>
    );
  return (
    <div className={styles.group} role="group" aria-label={label}>
      <p className={styles.label}>{label}</p>
      <p className={styles.help}>{t('client.entityHelp')}</p>
      <ReadingNotice list={legalEntities} />
      {legalEntities.entries.length === 0 && !legalEntities.isWhole && legalEntities.error === null && (
        <SkeletonRows count={3} widths={['60%']} label={t('client.entityReading')} />
      )}
      {legalEntities.entries.length === 0 && legalEntities.isWhole && (
        <Banner
          tone="warning"
          title={t('client.entityNone')}
          role="status"
          actions={
            <Button onPress={legalEntities.readAgain} isPending={legalEntities.isReading}>
              {t('client.readAgain')}
            </Button>
          }
        >
          {t('client.entityNoneText')}
        </Banner>
      )}
      {legalEntities.entries.length >= searchableFrom && (
        <SearchField
          label={t('client.entitySearch')}
          placeholder={t('client.entitySearch')}
          value={search}
          onChange={setSearch}
        />
      )}
      {legalEntities.entries.length > 0 && (
        <div className={styles.tree} style={{ height: treeHeight(legalEntities.entries.length) }}>
          <Tree
            name={name}
            label={t('client.entityLabel', { client: client?.name ?? '' })}
            nodes={nodesOf(shown, countries.name)}
            selected={value === '' ? null : value}
            onSelect={onChange}
            expanded={new Set(parents.filter((id) => !closed.has(id)))}
            onExpand={(expanded) => setClosed(new Set(parents.filter((id) => !expanded.has(id))))}
            empty={t('client.entityNoMatch')}
            isInvalid={error !== undefined}
            describedBy={error === undefined ? undefined : errorId}
          />
        </div>
      )}
      {error !== undefined && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

function nodesOf(nodes: readonly EntityNode[], country: (code: string) => string): readonly TreeNode[] {
  return nodes.map(({ entity, children }) => ({
    id: entity.id,
    label: entity.name,
    detail: [entity.country === null ? '' : country(entity.country), entity.id].filter(Boolean).join(' · '),
    children: nodesOf(children, country),
  }));
}

function treeHeight(count: number): number {
  return Math.max(3, Math.min(count, 10)) * 32 + 2;
}
