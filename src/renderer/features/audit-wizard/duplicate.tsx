import { Info } from 'lucide-react';
import type { Audit } from '../../../shared/model/audit.ts';
import type { AuditUser } from '../../../shared/model/audit-user.ts';
import type { ComponentAudit } from '../../../shared/model/component-audit.ts';
import type { WorkPackage } from '../../../shared/model/work-package.ts';
import { obstacleFinder } from '../../../shared/rules/service/coupling-obstacle.ts';
import type { Candidate, KnownNetwork } from '../../../shared/rules/service/known-network.ts';
import { useComponents } from '../../data/components.ts';
import { useAuditUsers } from '../../data/users.ts';
import { useTranslation } from '../../messages/language.ts';
import { useLossWords } from '../../messages/loss-words.ts';
import { CollectionNotice } from '../../parts/collection-state.tsx';
import { useCouplingWords } from '../../parts/coupling/coupling-words.ts';
import { CheckboxGroup } from '../../ui/choice.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { Copies, WizardContent } from './content.ts';
import { FactList } from './fields.tsx';
import { type Step, stepOfLoss } from './steps.ts';
import { useWizard, useWizardContext } from './wizard-context.ts';

/** What the audit does not have of the one that it is a duplicate of, or of its template, at the step where it would be. */
export function Losses({ step }: { readonly step: Step }) {
  const like = useWizard(({ content }) => content.like);
  const template = useWizard(({ content }) => content.template);
  const words = useLossWords();
  const losses = [...(like?.losses ?? []), ...(template?.losses ?? [])];
  const here = losses.filter(({ code }) => stepOfLoss(code) === step);
  return here.length === 0 ? null : <FactList icon={Info} facts={here.map(words)} />;
}

/** The audit that this one is a duplicate of, as long as it is there. */
function useSource(): Audit | null {
  const { known } = useWizardContext();
  const like = useWizard(({ content }) => content.like);
  return known.audits.find(({ id }) => id === like?.id) ?? null;
}

/** Whether the component audits and the users of the audit before are made in the new one, too. */
export function AlsoCopy() {
  const source = useSource();
  return source === null ? null : <CopyChoice audit={source} />;
}

function CopyChoice({ audit }: { readonly audit: Audit }) {
  const { t } = useTranslation('audit-wizard');
  const { connection } = useWizardContext();
  const chosen = useWizard(({ content }) => content.copies);
  const copy = useWizard((state) => state.copy);
  const components = useComponents(connection, audit.id, audit.audit_type === 'consolidated');
  const users = useAuditUsers(connection, audit.id);
  const copied = copiesOf(audit, components.entries, users.entries);
  const left = components.entries.length - copied.components.length;
  const help = {
    components: [
      t('like.copy.componentsHelp'),
      ...(left === 0 ? [] : [t('like.copy.outOfScope', { count: left })]),
    ].join(' '),
    users: t('like.copy.usersHelp'),
  };
  const isRead = { components: components.complete !== null, users: users.complete !== null };
  const kinds = (['components', 'users'] as const)
    .map((id) => ({ id, isChosen: (chosen?.[id].length ?? 0) > 0 }))
    .filter(({ id, isChosen }) => isChosen || (isRead[id] && copied[id].length > 0));
  const choose = (ids: readonly string[]) => {
    const of = <Kind extends 'components' | 'users'>(kind: Kind): Copies[Kind] =>
      chosen !== null && chosen[kind].length > 0 ? chosen[kind] : copied[kind];
    copy({
      client: copied.client,
      components: ids.includes('components') ? of('components') : [],
      users: ids.includes('users') ? of('users') : [],
    });
  };
  return (
    <>
      <CollectionNotice list={components} />
      <CollectionNotice list={users} />
      {kinds.length > 0 && (
        <Panel title={t('like.copy.title')}>
          <CheckboxGroup
            label={t('like.copy.label')}
            choices={kinds.map(({ id, isChosen }) => ({
              id,
              label: t(`parts:count.${id === 'users' ? 'users' : 'componentAudits'}`, {
                count: isChosen ? (chosen?.[id].length ?? 0) : copied[id].length,
              }),
              help: help[id],
            }))}
            value={kinds.flatMap(({ id, isChosen }) => (isChosen ? [id] : []))}
            onChange={choose}
          />
        </Panel>
      )}
    </>
  );
}

/** What can be made in a duplicate of an audit. What was out of scope is decided again by whoever adds it. */
export function copiesOf(
  audit: Pick<Audit, 'client_organisation_id'>,
  components: readonly ComponentAudit[],
  users: readonly AuditUser[],
): Copies {
  return {
    client: audit.client_organisation_id,
    components: components
      .filter(({ in_scope: inScope, legal_entity_ids: ids }) => inScope !== false && ids.length > 0)
      .map(({ name, legal_entity_ids, auditor_relation }) => ({ name, legal_entity_ids, auditor_relation })),
    users: users.filter(({ id, role }) => id !== '' && role !== '').map(({ id, role }) => ({ id, role })),
  };
}

interface CounterpartsProps {
  readonly selected: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

/** The components that correspond to those that the audit before was coupled to. They are proposed, not chosen. */
export function Counterparts({ selected, onChange }: CounterpartsProps) {
  const { t } = useTranslation('audit-wizard');
  const words = useCouplingWords();
  const { candidates, packages } = useWizardContext();
  const content = useWizard((state) => state.content);
  const audit = useSource();
  if (audit === null || audit.coupled_component_audit_ids.length === 0) return null;
  const { network } = candidates;
  const found = counterparts(audit, content, network, packages.entries);
  if (found.length === 0)
    return candidates.complete === null ? null : <p>{t('like.noCounterpart', { name: audit.name })}</p>;
  const obstacleOf = obstacleFinder(network, selected);
  const ids = found.map(({ component }) => component.id);
  return (
    <CheckboxGroup
      label={t('like.counterparts', { name: audit.name })}
      help={t('like.counterpartsText')}
      choices={found.map(({ component, group }) => {
        const obstacle = obstacleOf(component.id);
        return {
          id: component.id,
          label: t('parts:word.inGroup', { name: component.name, group: group.name }),
          help: [component.id, ...(obstacle === undefined ? [] : [words.violation(obstacle)])].join(' · '),
        };
      })}
      value={ids.filter((id) => selected.includes(id))}
      onChange={(chosen) => onChange([...selected.filter((id) => !ids.includes(id)), ...chosen])}
    />
  );
}

/**
 * The component audits of the new period that correspond to those of the audit: same legal entity, group of the same legal
 * entity, same scoping label, and a version of the same work package.
 */
export function counterparts(
  audit: Audit,
  { fields }: Pick<WizardContent, 'fields'>,
  network: KnownNetwork,
  packages: readonly WorkPackage[],
): readonly Candidate[] {
  const lineOf = (id: string) => packages.find((one) => one.id === id)?.name ?? id;
  const before = audit.coupled_component_audit_ids.map((id) => network.candidate(id));
  return network.candidates.filter(
    ({ component, group }) =>
      fields.period_start !== '' &&
      group.period_start === fields.period_start &&
      group.period_end === fields.period_end &&
      group.scoping_package_id === audit.scoping_package_id &&
      lineOf(group.work_package_id) === lineOf(audit.work_package_id) &&
      before.some((former) =>
        former === undefined
          ? sameIds(component.legal_entity_ids, audit.legal_entity_ids)
          : sameIds(component.legal_entity_ids, former.component.legal_entity_ids) &&
            sameIds(group.legal_entity_ids, former.group.legal_entity_ids) &&
            group.client_organisation_id === former.group.client_organisation_id,
      ),
  );
}

function sameIds(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((id, index) => id === right[index]);
}
