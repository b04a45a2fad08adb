import { Link } from 'react-router';
import type { LegalEntity } from '../../../shared/model/client-organisation.ts';
import type { ComponentAudit } from '../../../shared/model/component-audit.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { relationWord, scopeWord } from '../../messages/component-words.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { useTranslation } from '../../messages/language.ts';
import { isUnseen, useUnseenWords } from '../../messages/unseen-words.ts';
import { ActionButtons } from '../../parts/actions.tsx';
import { useSentFacts } from '../../parts/sent-facts.ts';
import { statusLook } from '../../parts/status-look.ts';
import { pathTo } from '../../routes.ts';
import { Id } from '../../ui/code.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import type { RowAction } from '../../ui/grid/actions.ts';
import { Row } from '../../ui/layout.tsx';
import { SidePanel } from '../../ui/page.tsx';
import { Bullets, Panel } from '../../ui/panel.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import styles from './component-tree.module.css';
import { doingWords, type Item, type TreeLine } from './rows.ts';
import type { TreeState } from './tree-state.ts';

interface DetailPanelProps {
  readonly line: TreeLine;
  readonly state: TreeState;
  /** What can be done with the line; none while lines are selected, whose bar has it. */
  readonly actions: readonly RowAction[];
}

export function DetailPanel({ line, state, actions }: DetailPanelProps) {
  const { t } = useTranslation('component-tree');
  const describe = useErrorWords();
  const { entity, item, coveredBy } = line;
  const doing = item?.doing ?? null;
  return (
    <SidePanel label={t('common:ui.details')}>
      <Panel title={item?.name ?? entity?.name ?? line.id}>
        {doing !== null && doing.error !== null && (
          <ErrorNotice {...describe(doing.error, doingWords(t, doing))} />
        )}
        {item !== null && <ItemFacts item={item} entities={state.entities.entries} />}
        {entity !== null && item === null && (
          <DefinitionList
            items={[
              { term: t('parts:field.legal_entity_id'), value: <Id value={entity.id} isCopyable /> },
              {
                term: t('detail.coverage'),
                value:
                  coveredBy.length === 0 ? (
                    t(`coverage.${state.gap}`)
                  ) : (
                    <ul>
                      {coveredBy.map(({ id, name }) => (
                        <li key={id}>{name}</li>
                      ))}
                    </ul>
                  ),
              },
            ]}
          />
        )}
        <Row>
          <ActionButtons actions={actions} inFront={actions.map(({ id }) => id)} />
        </Row>
      </Panel>
    </SidePanel>
  );
}

export function ItemFacts({
  item,
  entities,
}: {
  readonly item: Item;
  readonly entities: readonly LegalEntity[];
}) {
  const { t } = useTranslation('component-tree');
  const words = useAuditWords();
  const { component } = item;
  const nameOf = (id: string) => entities.find((entity) => entity.id === id)?.name ?? id;
  const coupled = component?.coupled_entity_audit_id ?? null;
  const sent = useSentFacts(component?.id ?? null);
  const unseen = useUnseenWords();
  const fact = (term: string, value: React.ReactNode) => ({ term, value: value || unseen.long });
  const isHidden = (field: keyof ComponentAudit) => component !== null && isUnseen(component, field);
  return (
    <DefinitionList
      items={[
        component !== null && fact(t('parts:field.component_id'), <Id value={component.id} isCopyable />),
        fact(
          t('parts:field.legal_entity_names'),
          item.entityIds.length === 0 ? (
            !isHidden('legal_entity_ids') && t('parts:word.notProvided')
          ) : (
            <Bullets as="ol">
              {item.entityIds.map((id, place) => (
                <li key={id}>
                  {nameOf(id)}
                  {place === 0 && item.entityIds.length > 1 && (
                    <span className={styles.primary}> {t('primary')}</span>
                  )}
                </li>
              ))}
              {isHidden('legal_entity_ids') && <li>{unseen.also}</li>}
            </Bullets>
          ),
        ),
        fact(t('parts:word.relation'), relationWord(t, item.relation)),
        fact(t('parts:field.scope'), scopeWord(t, component)),
        component !== null &&
          (component.out_of_scope_explanation !== '' ||
            (component.in_scope === false && isHidden('out_of_scope_explanation'))) &&
          fact(t('parts:field.out_of_scope_explanation'), component.out_of_scope_explanation),
        component !== null &&
          fact(
            t('parts:field.status'),
            <StatusMark look={statusLook(component.status)} word={words.status(component.status)} />,
          ),
        component !== null &&
          fact(
            t('parts:word.coupledTo'),
            coupled === null ? (
              !isHidden('coupled_entity_audit_id') && t('detail.free')
            ) : (
              <Link to={pathTo('audit', { auditId: coupled })}>{coupled}</Link>
            ),
          ),
        ...sent,
      ]}
    />
  );
}
