import { FileText, ListTree, Route, SquareMinus, SquarePlus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { formatPeriod } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { useCreateAudit } from '../../parts/coupling/create-audit.tsx';
import { statusLook } from '../../parts/status-look.ts';
import { pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Id } from '../../ui/code.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { SidePanel } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import styles from './network.module.css';
import type { NetworkState } from './network-state.ts';
import type { NetworkRow } from './rows.ts';

interface PlacePanelProps {
  readonly state: NetworkState;
  readonly row: NetworkRow;
}

export function PlacePanel({ state, row }: PlacePanelProps) {
  const { t, i18n } = useTranslation('network');
  const navigate = useNavigate();
  const { place, status, entities } = row;
  const { item } = place;
  const group =
    item.kind === 'component' ? item.group.id : item.kind === 'audit' && item.isGroup ? row.id : null;
  const engagement = item.kind === 'component' ? item.group : item.kind === 'audit' ? item.audit : null;
  const createAudit = useCreateAudit();
  const creation = item.kind === 'component' ? createAudit(item.component, item.group) : null;
  const isOpen = state.expanded.has(row.id);
  return (
    <SidePanel label={t('panel')}>
      <Panel title={row.name}>
        <DefinitionList
          items={[
            { term: t('parts:field.kind'), value: row.kindWord },
            { term: t('parts:word.id'), value: <Id value={row.id} isCopyable /> },
            status !== null && {
              term: t('parts:field.status'),
              value: <StatusMark look={statusLook(status)} word={row.statusWord} />,
            },
            row.scopeWord !== '' && { term: t('parts:field.scope'), value: row.scopeWord },
            row.relationWord !== '' && { term: t('parts:word.relation'), value: row.relationWord },
            entities.length > 0 && { term: t('parts:field.legal_entity_names'), value: entities.join(', ') },
            engagement !== null && {
              term: t('parts:word.period'),
              value: formatPeriod(engagement.period_start, engagement.period_end, i18n.language),
            },
            item.kind === 'audit' &&
              item.isGroup &&
              !item.isRead && { term: t('parts:field.components'), value: t('parts:word.notLoaded') },
            place.above.length > 0 && {
              term: t('parts:word.coupledTo'),
              value: (
                <Stack as="ul" gap="0" align="start" className={styles.places}>
                  {place.above.map((id) => (
                    <li key={id}>
                      <Button variant="quiet" onPress={() => state.jumpTo(id)}>
                        {state.rows.get(id)?.name ?? id}
                      </Button>
                    </li>
                  ))}
                </Stack>
              ),
            },
          ]}
        />
        <Row>
          {creation !== null && (
            <Button icon={creation.icon} reason={creation.reason} onPress={creation.onAction}>
              {creation.label}
            </Button>
          )}
          <Button
            icon={<FileText aria-hidden />}
            onPress={() => void navigate(pathTo('audit', { auditId: row.id }))}
          >
            {t('parts:word.openAudit')}
          </Button>
          <Button
            icon={<ListTree aria-hidden />}
            reason={group === null ? t('reason.noGroup') : undefined}
            onPress={() => group !== null && void navigate(pathTo('auditComponents', { auditId: group }))}
          >
            {t('action.components')}
          </Button>
          <Button
            icon={<Route aria-hidden />}
            onPress={() => state.showWay(state.wayOf === row.id ? null : row.id)}
          >
            {t(state.wayOf === row.id ? 'action.hideWay' : 'action.showWay')}
          </Button>
          <Button
            icon={isOpen ? <SquareMinus aria-hidden /> : <SquarePlus aria-hidden />}
            reason={place.below.length === 0 ? t('reason.nothingBelow') : undefined}
            onPress={() => state.toggle(row.id)}
          >
            {t(isOpen ? 'action.collapse' : 'action.expand')}
          </Button>
        </Row>
      </Panel>
      {state.wayOf !== null && <Way state={state} />}
    </SidePanel>
  );
}

/** The path to the top in words, from the audit up. */
function Way({ state }: { readonly state: NetworkState }) {
  const { t } = useTranslation('network');
  return (
    <Panel title={t('way.title')}>
      <Stack as="ol" gap="0" align="start" className={styles.places}>
        {[...state.way].map((id) => {
          const row = state.rows.get(id);
          return (
            <li key={id}>
              <Button variant="quiet" onPress={() => state.jumpTo(id)}>
                {row === undefined ? id : `${row.name} (${row.kindWord})`}
              </Button>
            </li>
          );
        })}
      </Stack>
    </Panel>
  );
}
