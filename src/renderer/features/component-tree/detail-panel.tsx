import { CircleSlash, FileText, Plus, Trash2, Undo2 } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import type { LegalEntity } from '../../../shared/model/client-organisation.ts';
import type { ComponentAudit } from '../../../shared/model/component-audit.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { relationWord, scopeWord } from '../../messages/component-words.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { useTranslation } from '../../messages/language.ts';
import { isUnseen, useUnseenWords } from '../../messages/unseen-words.ts';
import { useCreateAudit } from '../../parts/coupling/create-audit.tsx';
import { useSentFacts } from '../../parts/sent-facts.ts';
import { statusLook } from '../../parts/status-look.ts';
import { pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Id } from '../../ui/code.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import type { RowAction } from '../../ui/grid/grid.tsx';
import { Row } from '../../ui/layout.tsx';
import { SidePanel } from '../../ui/page.tsx';
import { Bullets, Panel } from '../../ui/panel.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import styles from './component-tree.module.css';
import type { Item, TreeLine } from './rows.ts';
import type { TreeActions } from './tree-actions.ts';
import type { TreeState } from './tree-state.ts';

export interface LineAction extends RowAction {
  /** Why it cannot be done now. */
  readonly reason?: string | undefined;
  readonly isDangerous?: boolean | undefined;
}

/** What can be done with one line of the tree: the buttons of its details, and the menu of its row. */
export function useLineActions(
  state: TreeState,
  actions: TreeActions,
): (line: TreeLine) => readonly LineAction[] {
  const { t } = useTranslation('component-tree');
  const createAudit = useCreateAudit();
  const navigate = useNavigate();
  return (line) => {
    const { entity, item } = line;
    const doing = item?.doing ?? null;
    const isStagedOut = doing?.kind === 'set-out-of-scope' && doing.state === 'staged';
    const component = doing?.state === 'staged' && !isStagedOut ? null : (item?.component ?? null);
    const coupled = item?.component?.coupled_entity_audit_id ?? null;
    const some: readonly (LineAction | false)[] = [
      entity !== null && {
        id: 'add',
        label: t('action.addHere'),
        icon: <Plus aria-hidden />,
        reason: actions.reasonFor('create'),
        onAction: () => actions.add([line]),
      },
      doing?.state === 'staged' && {
        id: 'unstage',
        label: t('action.unstage'),
        icon: <Undo2 aria-hidden />,
        onAction: () => state.act({ kind: 'remove', key: doing.key }),
      },
      coupled !== null && {
        id: 'open-coupled',
        label: t('action.openCoupled'),
        icon: <FileText aria-hidden />,
        onAction: () => void navigate(pathTo('audit', { auditId: coupled })),
      },
      component !== null && { id: 'create-audit', ...createAudit(component, actions.group) },
      component !== null && {
        id: 'out-of-scope',
        label: t(isStagedOut || component.in_scope === false ? 'action.explanation' : 'action.outOfScope'),
        icon: <CircleSlash aria-hidden />,
        reason: actions.reasonFor('set-out-of-scope', [line]),
        isDangerous: true,
        onAction: () => actions.setOutOfScope([line]),
      },
      component !== null && {
        id: 'delete',
        label: t('action.delete'),
        icon: <Trash2 aria-hidden />,
        reason: actions.reasonFor('delete', [line]),
        isDangerous: true,
        onAction: () => actions.remove([line]),
      },
    ];
    return some.filter((one) => one !== false);
  };
}

interface DetailPanelProps {
  readonly line: TreeLine;
  readonly state: TreeState;
  readonly lineActions: (line: TreeLine) => readonly LineAction[];
}

export function DetailPanel({ line, state, lineActions }: DetailPanelProps) {
  const { t } = useTranslation('component-tree');
  const describe = useErrorWords();
  const { entity, item, coveredBy } = line;
  const doing = item?.doing ?? null;
  return (
    <SidePanel label={t('detail.label')}>
      <Panel title={item?.name ?? entity?.name ?? line.id}>
        {doing !== null && doing.error !== null && (
          <ErrorNotice {...describe(doing.error, t(`doing.${doing.kind}.${doing.state}`))} />
        )}
        {item !== null && <ItemFacts item={item} entities={state.entities.entries} />}
        {entity !== null && item === null && (
          <DefinitionList
            items={[
              { term: t('detail.entityId'), value: <Id value={entity.id} isCopyable /> },
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
          {lineActions(line).map(({ id, label, icon, reason, isDangerous, onAction }) => (
            <Button
              key={id}
              variant={isDangerous === true ? 'danger' : 'secondary'}
              icon={icon}
              reason={reason}
              onPress={onAction}
            >
              {label}
            </Button>
          ))}
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
        component !== null && fact(t('detail.id'), <Id value={component.id} isCopyable />),
        fact(
          t('detail.entities', { count: Math.max(1, item.entityIds.length) }),
          item.entityIds.length === 0 ? (
            !isHidden('legal_entity_ids') && t('detail.noEntities')
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
        fact(t('column.relation'), relationWord(t, item.relation)),
        fact(t('column.scope'), scopeWord(t, component)),
        component !== null &&
          (component.out_of_scope_explanation !== '' ||
            (component.in_scope === false && isHidden('out_of_scope_explanation'))) &&
          fact(t('detail.explanation'), component.out_of_scope_explanation),
        component !== null &&
          fact(
            t('column.status'),
            <StatusMark look={statusLook(component.status)} word={words.status(component.status)} />,
          ),
        component !== null &&
          fact(
            t('column.coupled'),
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
