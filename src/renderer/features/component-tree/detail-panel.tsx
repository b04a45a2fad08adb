import { CircleSlash, Plus, Trash2, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { LegalEntity } from '../../../shared/model/client-organisation.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { relationWord, scopeWord } from '../../messages/component-words.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { statusLook } from '../../parts/status-look.ts';
import { pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Id } from '../../ui/code.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Panel } from '../../ui/page.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import styles from './component-tree.module.css';
import type { Item, TreeLine } from './rows.ts';
import { doingWord } from './words.ts';

export interface DetailPanelProps {
  readonly line: TreeLine;
  readonly entities: readonly LegalEntity[];
  /** Why each action cannot be taken; undefined where it can. */
  readonly reasons: Readonly<Record<'add' | 'outOfScope' | 'remove', string | undefined>>;
  readonly onAdd: () => void;
  readonly onOutOfScope: () => void;
  readonly onDelete: () => void;
  readonly onUnstage: (key: string) => void;
}

/** What there is to know about the line that the tree stands at, and what can be done there. */
export function DetailPanel(props: DetailPanelProps) {
  const { line, entities, reasons } = props;
  const { t } = useTranslation('component-tree');
  const { entity, item, coveredBy } = line;
  return (
    <div className={styles.detail} role="group" aria-label={t('detail.label')}>
      <Panel title={item?.name ?? entity?.name ?? line.id}>
        {item?.doing?.error != null && <Refusal item={item} />}
        {item !== null && <ItemFacts item={item} entities={entities} />}
        {entity !== null && item === null && (
          <DefinitionList
            items={[
              { term: t('detail.entityId'), value: <Id value={entity.id} isCopyable /> },
              {
                term: t('detail.coverage'),
                value:
                  coveredBy.length === 0 ? (
                    t('coverage.none')
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
        <div className={styles.toolbar}>
          {entity !== null && (
            <Button icon={<Plus aria-hidden />} reason={reasons.add} onPress={props.onAdd}>
              {t('action.addHere')}
            </Button>
          )}
          {item?.doing?.state === 'staged' && (
            <Button
              icon={<Undo2 aria-hidden />}
              onPress={() => item.doing !== null && props.onUnstage(item.doing.key)}
            >
              {t('action.unstage')}
            </Button>
          )}
          {item !== null && item.component !== null && item.doing?.state !== 'staged' && (
            <>
              <Button
                variant="danger"
                icon={<CircleSlash aria-hidden />}
                reason={reasons.outOfScope}
                onPress={props.onOutOfScope}
              >
                {t(item.component.in_scope === false ? 'action.explanation' : 'action.outOfScope')}
              </Button>
              <Button
                variant="danger"
                icon={<Trash2 aria-hidden />}
                reason={reasons.remove}
                onPress={props.onDelete}
              >
                {t('action.delete')}
              </Button>
            </>
          )}
        </div>
      </Panel>
    </div>
  );
}

function Refusal({ item: { doing } }: { readonly item: Item }) {
  const { t } = useTranslation('component-tree');
  const describe = useErrorWords();
  if (doing?.error == null) return null;
  return <ErrorNotice {...describe(doing.error)} happened={doingWord(t, doing)} />;
}

function ItemFacts({ item, entities }: { readonly item: Item; readonly entities: readonly LegalEntity[] }) {
  const { t } = useTranslation('component-tree');
  const words = useAuditWords();
  const { component } = item;
  const nameOf = (id: string) => entities.find((entity) => entity.id === id)?.name ?? id;
  const coupled = component?.coupled_entity_audit_id ?? null;
  const fact = (term: string, value: React.ReactNode) => ({ term, value });
  return (
    <DefinitionList
      items={[
        ...(component === null ? [] : [fact(t('detail.id'), <Id value={component.id} isCopyable />)]),
        fact(
          t('detail.entities', { count: Math.max(1, item.entityIds.length) }),
          item.entityIds.length === 0 ? (
            t('detail.noEntities')
          ) : (
            <ol className={styles.entities}>
              {item.entityIds.map((id, place) => (
                <li key={id}>
                  {nameOf(id)}
                  {place === 0 && item.entityIds.length > 1 && (
                    <span className={styles.primary}> {t('primary')}</span>
                  )}
                </li>
              ))}
            </ol>
          ),
        ),
        fact(t('column.relation'), relationWord(t, item.relation)),
        fact(t('column.scope'), scopeWord(t, component)),
        ...(component === null || component.out_of_scope_explanation === ''
          ? []
          : [fact(t('detail.explanation'), component.out_of_scope_explanation)]),
        ...(component === null
          ? []
          : [
              fact(
                t('column.status'),
                <StatusMark look={statusLook(component.status)} word={words.status(component.status)} />,
              ),
              fact(
                t('column.coupled'),
                coupled === null ? (
                  t('detail.free')
                ) : (
                  <Link to={pathTo('audit', { auditId: coupled })}>{coupled}</Link>
                ),
              ),
            ]),
      ]}
    />
  );
}
