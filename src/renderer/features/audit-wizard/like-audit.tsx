import { Info } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Audit } from '../../../shared/model/audit.ts';
import type { AuditUser } from '../../../shared/model/audit-user.ts';
import type { ComponentAudit } from '../../../shared/model/component-audit.ts';
import { auditTypes } from '../../../shared/model/terms.ts';
import type { Setting, WorkPackage } from '../../../shared/model/work-package.ts';
import { obstacleFinder } from '../../../shared/rules/service/coupling-obstacle.ts';
import type { Candidate, KnownNetwork } from '../../../shared/rules/service/known-network.ts';
import { settingFault } from '../../../shared/rules/service/setting.ts';
import { packageName, scopingLabels, supportsLanguage } from '../../../shared/rules/service/work-package.ts';
import { useComponents } from '../../data/components.ts';
import { useCouplingCandidates } from '../../data/coupling-candidates.ts';
import { useAuditUsers } from '../../data/users.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { formatPeriod } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { useSettingWords } from '../../messages/setting-words.ts';
import { CollectionNotice } from '../../parts/collection-state.tsx';
import { CandidateProgress } from '../../parts/coupling/candidate-progress.tsx';
import { useCouplingWords } from '../../parts/coupling/coupling-words.ts';
import { useFilledWords } from '../../parts/coupling/filled-words.ts';
import { pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxGroup } from '../../ui/choice.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Panel, Row, Stack } from '../../ui/layout.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import type { Copies, WizardContent } from './content.ts';
import { FactList } from './fields.tsx';
import { contentLike } from './offer.ts';
import { chosenPackage } from './proposal.ts';

interface LikeAuditProps {
  readonly connection: string;
  readonly audit: Audit;
  readonly packages: readonly WorkPackage[];
  /** Null before all of them were read. */
  readonly all: readonly WorkPackage[] | null;
  readonly onStart: (content: WizardContent) => void;
}

/** Shows what a new audit takes over from another one, and what to couple it to, before the wizard opens. */
export function LikeAudit({ connection, audit, packages, all, onStart }: LikeAuditProps) {
  const { t } = useTranslation('audit-wizard');
  const navigate = useNavigate();
  const content = useMemo(() => contentLike(audit, packages), [audit, packages]);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [copies, setCopies] = useState<Copies | null>(null);
  const start = () =>
    onStart({
      ...content,
      copies,
      coupling:
        chosen.length === 0 ? content.coupling : { ...content.coupling, decision: 'couple', ids: chosen },
    });
  return (
    <Page>
      <PageHeader title={t('like.title', { name: audit.name })} description={t('like.description')} />
      <Stack gap="6">
        <TakenOver connection={connection} content={content} />
        <NotTakenOver audit={audit} differences={likeDifferences(audit, content, all)} />
        <CopyChoice connection={connection} audit={audit} onChange={setCopies} />
        <Counterparts
          connection={connection}
          audit={audit}
          content={content}
          packages={packages}
          chosen={chosen}
          onChange={setChosen}
        />
        <Row>
          <Button variant="primary" onPress={start}>
            {t('actions.review')}
          </Button>
          <Button onPress={() => void navigate(pathTo('audit', { auditId: audit.id }))}>
            {t('like.cancel')}
          </Button>
        </Row>
      </Stack>
    </Page>
  );
}

function TakenOver({
  connection,
  content,
}: Pick<LikeAuditProps, 'connection'> & { readonly content: WizardContent }) {
  const { t, i18n } = useTranslation('audit-wizard');
  const { fields, settings } = content;
  const words = useFilledWords(connection, fields.client_organisation_id);
  const { type, language } = useAuditWords();
  const period =
    fields.period_start === '' ? '' : formatPeriod(fields.period_start, fields.period_end, i18n.language);
  const changed = Object.keys(settings).length;
  const items = [
    { term: t('soFar.type'), value: type(fields.audit_type) },
    { term: t('soFar.client'), value: words('client_organisation_id', fields.client_organisation_id) },
    { term: t('soFar.entity'), value: words('legal_entity_id', fields.legal_entity_id) },
    { term: t('soFar.package'), value: words('work_package_id', fields.work_package_id) },
    { term: t('soFar.label'), value: fields.scoping_package_id },
    { term: t('soFar.period'), value: period },
    { term: t('soFar.language'), value: fields.language === '' ? '' : language(fields.language) },
    { term: t('soFar.unit'), value: fields.unit_of_measurement },
    { term: t('soFar.settings'), value: changed === 0 ? '' : t('soFar.settingsChanged', { count: changed }) },
  ];
  return (
    <Panel title={t('like.taken')} description={t('like.takenText')}>
      <DefinitionList items={items.filter(({ value }) => value !== '')} />
    </Panel>
  );
}

interface NotTakenOverProps {
  readonly audit: Audit;
  readonly differences: readonly LikeDifference[];
}

function NotTakenOver({ audit, differences }: NotTakenOverProps) {
  const { t } = useTranslation('audit-wizard');
  const words = useDifferenceWords();
  const coupled = audit.coupled_component_audit_ids;
  const facts = [
    coupled.length === 0
      ? t('like.couplingNone', { name: audit.name })
      : t('like.coupling', { count: coupled.length, ids: coupled.join(', ') }),
    ...differences.map(words),
    t('like.content'),
  ];
  return (
    <Panel title={t('like.notTaken')}>
      <FactList icon={Info} facts={facts} />
    </Panel>
  );
}

interface CopyChoiceProps extends Pick<LikeAuditProps, 'connection' | 'audit'> {
  readonly onChange: (copies: Copies) => void;
}

/** Whether the component audits and the team are made anew in the new audit. */
function CopyChoice({ connection, audit, onChange }: CopyChoiceProps) {
  const { t } = useTranslation('audit-wizard');
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const components = useComponents(connection, audit.id, audit.audit_type === 'consolidated');
  const users = useAuditUsers(connection, audit.id);
  const copied = copiesOf(audit, components.entries, users.entries);
  const left = components.entries.length - copied.components.length;
  const choices = [
    {
      id: 'components',
      label: t('like.copy.components', { count: copied.components.length }),
      help: [
        t('like.copy.componentsHelp'),
        ...(left === 0 ? [] : [t('like.copy.outOfScope', { count: left })]),
      ].join(' '),
      isThere: components.complete !== null && copied.components.length > 0,
    },
    {
      id: 'users',
      label: t('like.copy.users', { count: copied.users.length }),
      help: t('like.copy.usersHelp'),
      isThere: users.complete !== null && copied.users.length > 0,
    },
  ].filter(({ isThere }) => isThere);
  const choose = (ids: readonly string[]) => {
    setWanted(ids);
    onChange({
      client: copied.client,
      components: ids.includes('components') ? copied.components : [],
      users: ids.includes('users') ? copied.users : [],
    });
  };
  return (
    <>
      <CollectionNotice list={components} />
      <CollectionNotice list={users} />
      {choices.length > 0 && (
        <Panel title={t('like.copy.title')}>
          <CheckboxGroup label={t('like.copy.label')} choices={choices} value={wanted} onChange={choose} />
        </Panel>
      )}
    </>
  );
}

/** What can be made anew in an audit like another one. What was out of scope is judged anew by whoever adds it. */
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

function useDifferenceWords(): (difference: LikeDifference) => string {
  const { t } = useTranslation('audit-wizard');
  const { language, type } = useAuditWords();
  const settingWords = useSettingWords();
  const inWords = (difference: LikeDifference) => {
    if (difference.code === 'language-gone') return { language: language(difference.language) };
    if (difference.code === 'other-type') return { type: type(difference.type) };
    if (difference.code === 'setting-gone') return { value: settingWords(null, difference.value) };
    // Worded without the definition, which it does not fit.
    if (difference.code === 'setting-unfit')
      return { name: difference.setting.name, value: settingWords(null, difference.value) };
    if (difference.code === 'setting-new')
      return { name: difference.setting.name, value: settingWords(difference.setting, difference.value) };
    return {};
  };
  return (difference) => t(`like.difference.${difference.code}`, { ...difference, ...inWords(difference) });
}

interface CounterpartsProps extends Pick<LikeAuditProps, 'connection' | 'audit' | 'packages'> {
  readonly content: WizardContent;
  readonly chosen: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

/** This year's counterparts of the components that the audit was coupled to. They are proposed, not chosen. */
function Counterparts({ connection, audit, content, packages, chosen, onChange }: CounterpartsProps) {
  const { t } = useTranslation('audit-wizard');
  const words = useCouplingWords();
  const isWanted = audit.coupled_component_audit_ids.length > 0;
  const candidates = useCouplingCandidates(connection, {
    isWanted,
    selected: chosen,
    client: content.fields.client_organisation_id,
  });
  const { network } = candidates;
  const found = useMemo(
    () => (isWanted ? counterparts(audit, content, network, packages) : []),
    [isWanted, audit, content, network, packages],
  );
  const obstacleOf = useMemo(() => obstacleFinder(network, chosen), [network, chosen]);
  if (!isWanted) return null;
  return (
    <Panel title={t('like.counterparts')} description={t('like.counterpartsText')}>
      <CandidateProgress connection={connection} reading={candidates} />
      {found.length > 0 && (
        <CheckboxGroup
          label={t('like.couple')}
          help={t('like.coupleHelp')}
          choices={found.map(({ component, group }) => {
            const obstacle = obstacleOf(component.id);
            return {
              id: component.id,
              label: t('like.candidate', { name: component.name, group: group.name }),
              help: [component.id, ...(obstacle === undefined ? [] : [words.obstacle(obstacle)])].join(' · '),
            };
          })}
          value={chosen}
          onChange={onChange}
        />
      )}
      {found.length === 0 && candidates.complete !== null && <p>{t('like.noCounterpart')}</p>}
    </Panel>
  );
}

/** A difference between an audit and the new one that starts from it. */
export type LikeDifference =
  | { readonly code: 'packages-unread' }
  | { readonly code: 'package-gone'; readonly id: string }
  | { readonly code: 'package-newer'; readonly before: string; readonly after: string }
  | { readonly code: 'label-gone'; readonly label: string }
  | { readonly code: 'language-gone'; readonly language: string }
  | { readonly code: 'setting-gone'; readonly id: string; readonly value: unknown }
  | { readonly code: 'setting-unfit' | 'setting-new'; readonly setting: Setting; readonly value: unknown }
  | { readonly code: 'settings-unread'; readonly count: number }
  | { readonly code: 'period-none' }
  | { readonly code: 'more-entities'; readonly count: number }
  | { readonly code: 'other-type'; readonly type: string };

/** All differences between an audit and the content that starts from it. `packages` is null where they could not be read. */
export function likeDifferences(
  audit: Audit,
  content: WizardContent,
  packages: readonly WorkPackage[] | null,
): readonly LikeDifference[] {
  const before = packages?.find(({ id }) => id === audit.work_package_id) ?? null;
  const after = chosenPackage(content, packages);
  const settings = Object.keys(audit.settings).length;
  const differences: LikeDifference[] = [];
  if (!auditTypes.some((type) => type === audit.audit_type))
    differences.push({ code: 'other-type', type: audit.audit_type });
  if (audit.legal_entity_ids.length > 1)
    differences.push({ code: 'more-entities', count: audit.legal_entity_ids.length - 1 });
  if (content.fields.period_start === '') differences.push({ code: 'period-none' });
  if (packages === null) differences.push({ code: 'packages-unread' });
  else if (before === null || after === null)
    differences.push({ code: 'package-gone', id: audit.work_package_id });
  else if (before.id !== after.id)
    differences.push({
      code: 'package-newer',
      before: packageName(before),
      after: packageName(after),
    });
  if (after !== null) differences.push(...packageDifferences(audit, after));
  else if (settings > 0) differences.push({ code: 'settings-unread', count: settings });
  return differences;
}

function packageDifferences(audit: Audit, after: WorkPackage): readonly LikeDifference[] {
  const { scoping_package_id: label, language, settings } = audit;
  const differences: LikeDifference[] = [];
  if (language !== '' && !supportsLanguage(after, language))
    differences.push({ code: 'language-gone', language });
  if (label !== '' && !scopingLabels(after, language).includes(label))
    differences.push({ code: 'label-gone', label });
  for (const [id, value] of Object.entries(settings))
    if (!after.settings.some((setting) => setting.id === id))
      differences.push({ code: 'setting-gone', id, value });
  for (const setting of after.settings)
    if (Object.hasOwn(settings, setting.id) && settingFault(setting, settings[setting.id]) !== null)
      differences.push({ code: 'setting-unfit', setting, value: settings[setting.id] });
  for (const setting of after.settings)
    if (!Object.hasOwn(settings, setting.id))
      differences.push({ code: 'setting-new', setting, value: setting.default });
  return differences;
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
