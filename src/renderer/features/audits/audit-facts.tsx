import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Audit } from '../../../shared/model/audit.ts';
import type { ClientOrganisation } from '../../../shared/model/client-organisation.ts';
import { packageName } from '../../../shared/rules/work-package.ts';
import { useClients, useLegalEntities } from '../../data/clients.ts';
import { useWorkPackages } from '../../data/work-packages.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { formatMoment } from '../../messages/format.ts';
import { TestOrganisation } from '../../parts/test-organisation.tsx';
import { pathTo } from '../../routes.ts';
import { Id } from '../../ui/code.tsx';
import { type Definition, DefinitionList } from '../../ui/definition-list.tsx';
import { Panel } from '../../ui/page.tsx';
import styles from './audit-detail.module.css';
import { AuditSettings } from './audit-settings.tsx';

interface AuditFactsProps {
  readonly connection: string;
  readonly audit: Audit;
}

/** Every field of an audit, with names for the ids that it refers to. */
export function AuditFacts({ connection, audit }: AuditFactsProps) {
  const { t, i18n } = useTranslation('audits');
  const words = useAuditWords();
  const { entries: clients } = useClients(connection);
  const { entries: legalEntities } = useLegalEntities(connection, audit.client_organisation_id);
  const { entries: packages } = useWorkPackages(connection);
  const client = clients.find(({ id }) => id === audit.client_organisation_id);
  const workPackage = packages.find(({ id }) => id === audit.work_package_id);
  const none = <span className={styles.none}>{t('detail.none')}</span>;
  const id = (value: string | null, name?: React.ReactNode) =>
    value === null || value === '' ? none : <NamedId id={value} name={name} />;
  const fact = (term: string, value: React.ReactNode): Definition => ({ term, value: value || none });
  return (
    <>
      <Panel title={t('detail.identification')}>
        <DefinitionList
          items={[
            fact(t('detail.field.id'), id(audit.id)),
            fact(t('detail.field.name'), audit.name),
            fact(t('detail.field.type'), words.type(audit.audit_type)),
            fact(t('detail.field.status'), words.status(audit.status)),
            fact(
              t('detail.field.created'),
              audit.created_at !== null && formatMoment(audit.created_at, i18n.language),
            ),
          ]}
        />
      </Panel>
      <Panel title={t('detail.engagement')}>
        <DefinitionList
          items={[
            fact(
              t('detail.field.client'),
              <>
                {id(audit.client_organisation_id, client && <ClientLink client={client} />)}
                {client?.is_test_organisation === true && <TestOrganisation />}
              </>,
            ),
            fact(
              t('detail.field.legalEntities', { count: Math.max(1, audit.legal_entity_ids.length) }),
              list(audit.legal_entity_ids, (one) =>
                id(one, legalEntities.find((entity) => entity.id === one)?.name),
              ),
            ),
            fact(
              t('detail.field.period'),
              audit.period_start === '' && audit.period_end === ''
                ? none
                : t('period', { start: audit.period_start, end: audit.period_end }),
            ),
            fact(t('detail.field.language'), words.language(audit.language)),
            fact(t('detail.field.unit'), audit.unit_of_measurement),
          ]}
        />
      </Panel>
      <Panel title={t('detail.methodology')}>
        <DefinitionList
          items={[
            fact(
              t('detail.field.workPackage'),
              id(
                audit.work_package_id,
                workPackage && (
                  <Link to={pathTo('workPackage', { workPackageId: workPackage.id })}>
                    {packageName(workPackage)}
                  </Link>
                ),
              ),
            ),
            fact(t('detail.field.scopingLabel'), audit.scoping_package_id),
          ]}
        />
      </Panel>
      <Panel title={t('detail.coupling')}>
        <DefinitionList
          items={[
            ...(audit.group_audit_id === null
              ? []
              : [
                  fact(
                    t('detail.field.group'),
                    <Link to={pathTo('audit', { auditId: audit.group_audit_id })}>
                      {audit.group_audit_id}
                    </Link>,
                  ),
                ]),
            fact(
              t('detail.field.coupled'),
              list(audit.coupled_component_audit_ids, (one) => id(one)) ?? (
                <span className={styles.none}>{t('detail.noneCoupled')}</span>
              ),
            ),
          ]}
        />
      </Panel>
      <AuditSettings audit={audit} definitions={workPackage?.settings ?? null} />
    </>
  );
}

function ClientLink({ client }: { readonly client: ClientOrganisation }) {
  return <Link to={pathTo('client', { clientId: client.id })}>{client.name}</Link>;
}

function NamedId({ id, name }: { readonly id: string; readonly name: React.ReactNode }) {
  return (
    <span className={styles.named}>
      {name !== undefined && name !== id && <span>{name}</span>}
      <Id value={id} isCopyable />
    </span>
  );
}

function list(ids: readonly string[], render: (id: string) => React.ReactNode) {
  if (ids.length === 0) return null;
  return (
    <ul className={styles.ids}>
      {ids.map((id) => (
        <li key={id}>{render(id)}</li>
      ))}
    </ul>
  );
}
