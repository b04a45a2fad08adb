import { Link } from 'react-router';
import type { Audit } from '../../../shared/model/audit.ts';
import type { ClientOrganisation } from '../../../shared/model/client-organisation.ts';
import type { Setting } from '../../../shared/model/work-package.ts';
import { packageName } from '../../../shared/rules/service/work-package.ts';
import { useAudit, useAuditName } from '../../data/audits.ts';
import { useClients, useLegalEntities } from '../../data/clients.ts';
import { useConnectionId } from '../../data/connections.ts';
import { useWorkPackages } from '../../data/work-packages.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { formatMoment, formatPeriod } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { useSettingWords } from '../../messages/setting-words.ts';
import { isUnseen, useUnseenWords } from '../../messages/unseen-words.ts';
import { PrintMenu } from '../../parts/printout/print-menu.tsx';
import { useSentFacts } from '../../parts/sent-facts.ts';
import { TestOrganisation } from '../../parts/test-organisation.tsx';
import { pathTo, useRouteId } from '../../routes.ts';
import { CodeBlock, Id } from '../../ui/code.tsx';
import { type Definition, DefinitionList } from '../../ui/definition-list.tsx';
import { Note, Row, Stack } from '../../ui/layout.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './audit-detail.module.css';
import { useHeadPlace } from './audit-frame.tsx';
import { AuditHistory } from './audit-history.tsx';

export function AuditDetail() {
  const connection = useConnectionId();
  const { audit, ...read } = useAudit(connection, useRouteId('auditId'));
  const head = useHeadPlace();
  if (audit === null) return null; // the frame says why
  const facts = <AuditFacts audit={audit} />;
  return (
    <>
      <PrintMenu place={head} title={audit.name} read={read}>
        {facts}
      </PrintMenu>
      <div className={styles.facts}>
        {facts}
        <AuditHistory audit={audit} />
      </div>
    </>
  );
}

function AuditFacts({ audit }: { readonly audit: Audit }) {
  const connection = useConnectionId();
  const { t, i18n } = useTranslation('audits');
  const words = useAuditWords();
  const { entries: clients } = useClients(connection);
  const { entries: legalEntities } = useLegalEntities(connection, audit.client_organisation_id);
  const { entries: packages, complete: allPackages } = useWorkPackages(connection);
  const sent = useSentFacts(audit.audit_type === 'component' ? audit.id : null);
  const client = clients.find(({ id }) => id === audit.client_organisation_id);
  const workPackage = packages.find(({ id }) => id === audit.work_package_id);
  const unseen = useUnseenWords();
  const none = (said: string) => (
    <Note as="span" size="body">
      {said}
    </Note>
  );
  const id = (value: string, name?: React.ReactNode) => value !== '' && <NamedId id={value} name={name} />;
  /** Each audit has it, so that one that shows none shows less than there is. */
  const fact = (term: string, value: React.ReactNode): Definition => ({
    term,
    value: value || none(unseen.long),
  });
  const optional = (
    field: keyof Audit,
    term: string,
    value: React.ReactNode,
    otherwise = t('parts:word.notSet'),
  ): Definition => fact(term, value || (isUnseen(audit, field) ? null : none(otherwise)));
  return (
    <>
      <Panel title={t('detail.identification')}>
        <DefinitionList
          items={[
            fact(t('parts:word.id'), id(audit.id)),
            fact(t('parts:word.name'), audit.name),
            fact(t('parts:word.type'), words.type(audit.audit_type)),
            fact(t('parts:field.status'), words.status(audit.status)),
            optional(
              'created_at',
              t('parts:field.created_at'),
              audit.created_at !== null && formatMoment(audit.created_at, i18n.language),
            ),
          ]}
        />
      </Panel>
      <Panel title={t('detail.engagement')}>
        <DefinitionList
          items={[
            fact(
              t('parts:word.clientOrganisation'),
              audit.client_organisation_id !== '' && (
                <>
                  {id(audit.client_organisation_id, client && <ClientLink client={client} />)}
                  {client?.is_test_organisation === true && <TestOrganisation />}
                </>
              ),
            ),
            fact(
              t('parts:field.legal_entity_name'),
              list(
                audit.legal_entity_ids,
                (one) => id(one, legalEntities.find((entity) => entity.id === one)?.name),
                isUnseen(audit, 'legal_entity_ids') && unseen.also,
              ),
            ),
            fact(
              t('parts:word.period'),
              (audit.period_start !== '' || audit.period_end !== '') &&
                formatPeriod(audit.period_start, audit.period_end, i18n.language),
            ),
            fact(t('parts:field.language'), words.language(audit.language)),
            optional('unit_of_measurement', t('parts:field.unit_of_measurement'), audit.unit_of_measurement),
            ...sent,
          ]}
        />
      </Panel>
      <Panel title={t('parts:word.methodology')}>
        <DefinitionList
          items={[
            fact(
              t('parts:field.work_package'),
              id(
                audit.work_package_id,
                workPackage && (
                  <Link to={pathTo('workPackage', { workPackageId: workPackage.id })}>
                    {packageName(workPackage)}
                  </Link>
                ),
              ),
            ),
            fact(t('parts:field.scoping_label'), audit.scoping_package_id),
          ]}
        />
      </Panel>
      <Panel title={t('detail.coupling')}>
        <DefinitionList
          items={[
            (audit.group_audit_id !== null || audit.audit_type === 'component') &&
              fact(
                t('parts:field.group_audit_name'),
                audit.group_audit_id !== null && <LinkedAudit id={audit.group_audit_id} />,
              ),
            optional(
              'coupled_component_audit_ids',
              t('detail.field.coupled'),
              list(
                audit.coupled_component_audit_ids,
                linkTo,
                isUnseen(audit, 'coupled_component_audit_ids') && unseen.also,
              ),
              t(settled.includes(audit.status) ? 'detail.noneCoupled' : 'detail.coupledLater'),
            ),
          ]}
        />
      </Panel>
      <AuditSettings audit={audit} definitions={workPackage?.settings ?? (allPackages && [])} />
    </>
  );
}

function ClientLink({ client }: { readonly client: ClientOrganisation }) {
  return <Link to={pathTo('client', { clientId: client.id })}>{client.name}</Link>;
}

/** In these an audit has all that it will have: a service may show couplings later than the audit. */
const settled: readonly string[] = ['open', 'archived', 'deleting'];

const linkTo = (id: string) => <LinkedAudit id={id} />;

function LinkedAudit({ id }: { readonly id: string }) {
  const name = useAuditName(useConnectionId(), id);
  return (
    <NamedId
      id={id}
      name={name === null ? undefined : <Link to={pathTo('audit', { auditId: id })}>{name}</Link>}
    />
  );
}

function NamedId({ id, name }: { readonly id: string; readonly name: React.ReactNode }) {
  return (
    <Row as="span" gap="3">
      {name !== undefined && name !== id && <span>{name}</span>}
      <Id value={id} isCopyable />
    </Row>
  );
}

function list(ids: readonly string[], render: (id: string) => React.ReactNode, more: React.ReactNode) {
  if (ids.length === 0) return null;
  return (
    <Stack as="ul" gap="1">
      {ids.map((id) => (
        <li key={id}>{render(id)}</li>
      ))}
      {more && (
        <Note as="li" size="body">
          {more}
        </Note>
      )}
    </Stack>
  );
}

interface AuditSettingsProps {
  readonly audit: Audit;
  /** The settings of the work package; null where it could not be read. */
  readonly definitions: readonly Setting[] | null;
}

/** The settings of an audit, with the names of its work package. Those that it does not define show as JSON. */
function AuditSettings({ audit, definitions }: AuditSettingsProps) {
  const { t } = useTranslation('audits');
  const defined = (definitions ?? []).filter(({ id }) => Object.hasOwn(audit.settings, id));
  const unknown = Object.fromEntries(
    Object.entries(audit.settings).filter(([id]) => !defined.some((definition) => definition.id === id)),
  );
  const hasUnknown = Object.keys(unknown).length > 0;
  const unshown = (definitions?.length ?? 0) - defined.length;
  const words = useSettingWords();
  const unseen = useUnseenWords();
  return (
    <Panel title={t('parts:field.settings')}>
      {defined.length === 0 && !hasUnknown && unshown === 0 && (
        <Note size="body">
          {isUnseen(audit, 'settings')
            ? unseen.long
            : t(definitions === null ? 'detail.packageUnread' : 'parts:word.noSettings')}
        </Note>
      )}
      {defined.length > 0 && (
        <DefinitionList
          items={defined.map((definition) => ({
            term: definition.name,
            value: words(definition, audit.settings[definition.id]) || (
              <Note as="span" size="body">
                {t('parts:word.notSet')}
              </Note>
            ),
          }))}
        />
      )}
      {unshown > 0 && <Note size="body">{t('detail.settingsUnshown', { count: unshown })}</Note>}
      {hasUnknown && (
        <>
          <Note size="body">
            {t(definitions === null ? 'detail.packageUnread' : 'detail.unknownSettings')}
          </Note>
          <CodeBlock label={t('parts:field.settings')} text={JSON.stringify(unknown, null, 2)} />
        </>
      )}
    </Panel>
  );
}
