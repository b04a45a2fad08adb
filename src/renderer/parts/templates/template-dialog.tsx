import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditTemplate, ComponentPattern } from '../../../shared/model/template.ts';
import { auditLanguages, auditorRelations, auditTypes } from '../../../shared/model/terms.ts';
import type { WorkPackage } from '../../../shared/model/work-package.ts';
import { codePoints, isLongUnit, longestUnit } from '../../../shared/rules/service/audit.ts';
import { longestUnitHere, templateFault } from '../../../shared/rules/service/template.ts';
import {
  lineOf,
  scopingLabels,
  supportsAuditType,
  workPackageLines,
} from '../../../shared/rules/service/work-package.ts';
import { longestOwnName } from '../../../shared/rules/texts/own-name.ts';
import type { WholeList } from '../../data/collection.ts';
import { itemsQuery, saveItems } from '../../data/items.ts';
import { useWorkPackages } from '../../data/work-packages.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { relationWord } from '../../messages/component-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { Button } from '../../ui/button.tsx';
import { CancelButton, Dialog } from '../../ui/dialog.tsx';
import { focusField } from '../../ui/error-summary.tsx';
import { Columns, Stack } from '../../ui/layout.tsx';
import { announce } from '../../ui/live-region.tsx';
import type { Option } from '../../ui/option.tsx';
import { Select } from '../../ui/select.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ReadingNotice } from '../reading-notice.tsx';
import { useSend } from '../use-send.tsx';
import { PatternField, type PatternSample, usePatternSample } from './pattern-field.tsx';
import { type Entries, TemplateSettings } from './template-settings.tsx';

interface Props {
  readonly template: AuditTemplate;
  readonly isNew: boolean;
  readonly onClose: () => void;
}

const open = ' '; // what is left to whoever creates the audit: the id of no package, label or team

/** Makes a template or changes it. */
export function TemplateDialog({ template, isNew, onClose }: Props) {
  const { t } = useTranslation('templates');
  const client = useQueryClient();
  const { connection } = template;
  const { data: others = [] } = useQuery(itemsQuery('templates', connection));
  const [draft, setDraft] = useState(template);
  const [entries, setEntries] = useState<Entries>({});
  const [isAttempted, setAttempted] = useState(false);
  const { send, isSending, notice } = useSend();
  const sample = usePatternSample(connection);
  const change = (changed: Partial<AuditTemplate>) => setDraft((former) => ({ ...former, ...changed }));
  const taken = others.filter(({ id }) => id !== template.id).map(({ name }) => name);
  const packages = useWorkPackages(connection);
  const newest = lineOf(packages.entries, draft.work_package)?.newest ?? null;
  const fault = templateFault(draft, taken);
  const nameFault = fault?.field === 'name' ? fault.code : null;
  const save = () => {
    setAttempted(true);
    if (fault !== null) return focusField(fault.field);
    const saved = { ...draft, name: draft.name.trim() };
    void send(
      () => saveItems(client, connection, { templates: [saved] }),
      () => {
        announce(t('parts:word.savedNamed', { name: saved.name }));
        onClose();
      },
    );
  };
  return (
    <Dialog
      isOpen
      size="large"
      onClose={onClose}
      hasInput={draft !== template}
      title={isNew ? t('new') : t('parts:word.changeNamed', { name: template.name })}
      onSubmit={save}
      actions={
        <>
          <CancelButton />
          <Button variant="primary" type="submit" isPending={isSending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        {notice}
        <TextField
          autoFocus={isNew}
          name="name"
          label={t('field.name')}
          value={draft.name}
          onChange={(name) => change({ name })}
          error={
            isAttempted && nameFault !== null
              ? t(`parts:fault.name.${nameFault}`, { most: longestOwnName })
              : undefined
          }
        />
        <Methodology draft={draft} change={change} packages={packages} newest={newest} />
        {draft.audit_type === 'consolidated' && (
          <ComponentFields draft={draft} change={change} sample={sample} />
        )}
        <PatternField
          name="name_pattern"
          label={t('parts:field.name_pattern')}
          use={{ of: 'name', hasBefore: false }}
          value={draft.name_pattern}
          onChange={(name_pattern) => change({ name_pattern })}
          sample={sample}
        />
        <PatternField
          name="id_pattern"
          label={t('parts:field.id_pattern')}
          use={{ of: 'id', hasBefore: false }}
          value={draft.id_pattern}
          onChange={(id_pattern) => change({ id_pattern })}
          sample={sample}
        />
        <TemplateSettings
          held={{ settings: draft.settings, entries }}
          definitions={
            newest?.settings ??
            (draft.work_package === '' ? 'no-package' : packages.complete !== null ? 'gone' : 'unread')
          }
          onChange={({ settings, entries: typed }) => {
            change({ settings });
            setEntries(typed);
          }}
        />
      </Stack>
    </Dialog>
  );
}

interface PartProps {
  readonly draft: AuditTemplate;
  readonly change: (changed: Partial<AuditTemplate>) => void;
}

interface MethodologyProps extends PartProps {
  readonly packages: WholeList<WorkPackage>;
  readonly newest: WorkPackage | null;
}

function Methodology({ draft, change, packages, newest }: MethodologyProps) {
  const { t } = useTranslation('templates');
  const { t: wizard } = useTranslation('audit-wizard');
  const words = useAuditWords();
  const labels = newest === null ? [] : scopingLabels(newest, draft.language);
  const lines = workPackageLines(packages.entries);
  const fits = (name: string) =>
    lines.every((line) => line.name !== name || supportsAuditType(line.newest, draft.audit_type));
  const optionsOf = (
    ids: readonly string[],
    chosen: string,
    word: (id: string) => string,
  ): readonly Option[] => [
    { id: open, label: t('open') },
    // What is not offered any more stays until a person changes it.
    ...[...new Set([...ids, ...(chosen === '' ? [] : [chosen])])].map((id) => ({
      id,
      label: word(id),
      detail: ids.includes(id) || newest === null ? undefined : wizard('settings.notOffered'),
    })),
  ];
  const asIs = (id: string) => id;
  const { unit_of_measurement: unit } = draft;
  return (
    <>
      {packages.error !== null && <ReadingNotice error={packages.error} />}
      <Columns min={240} align="end">
        <Select
          name="audit_type"
          label={t('parts:field.audit_type')}
          options={auditTypes.map((id) => ({ id, label: words.type(id) }))}
          value={draft.audit_type}
          onChange={(audit_type) => change({ audit_type })}
        />
        <Select
          name="work_package"
          label={t('parts:field.work_package')}
          help={
            fits(newest?.name ?? draft.work_package) ? undefined : (
              <StatusMark look="ending" word={t('packageUnfit')} />
            )
          }
          options={optionsOf(
            lines.map(({ name }) => name),
            newest?.name ?? draft.work_package,
            asIs,
          ).map((option) => ({
            ...option,
            detail: fits(option.id) ? option.detail : wizard('methodology.unfit'),
          }))}
          value={(newest?.name ?? draft.work_package) || open}
          onChange={(id) => change({ work_package: id === open ? '' : id })}
        />
        <Select
          name="scoping_label"
          label={t('parts:field.scoping_label')}
          options={optionsOf(labels, draft.scoping_label, asIs)}
          value={draft.scoping_label || open}
          onChange={(id) => change({ scoping_label: id === open ? '' : id })}
        />
        {packages.error !== null &&
          (['work_package', 'scoping_label'] as const).map((name) => (
            <TextField
              key={name}
              isOptional
              name={`typed-${name}`}
              label={t(`typed.${name}`)}
              value={draft[name]}
              onChange={(typed) => change({ [name]: typed })}
            />
          ))}
        <Select
          name="language"
          label={t('parts:word.auditLanguage')}
          options={optionsOf(auditLanguages, draft.language, words.language)}
          value={draft.language || open}
          onChange={(id) => change({ language: id === open ? '' : id })}
        />
        <TextField
          isOptional
          name="unit_of_measurement"
          label={t('parts:field.unit_of_measurement')}
          value={draft.unit_of_measurement}
          help={
            isLongUnit(unit) && (
              <StatusMark
                look="ending"
                word={wizard('period.unitLong', { count: codePoints(unit), most: longestUnit })}
              />
            )
          }
          error={unit.length > longestUnitHere ? t('fault.unit', { most: longestUnitHere }) : undefined}
          onChange={(unit_of_measurement) => change({ unit_of_measurement })}
        />
        <TeamField draft={draft} change={change} />
      </Columns>
    </>
  );
}

function TeamField({ draft, change }: PartProps) {
  const { t } = useTranslation('templates');
  const { data: teams = [] } = useQuery(itemsQuery('teams', draft.connection));
  const { team: wanted } = draft;
  const chosen =
    wanted === null
      ? undefined
      : (teams.find(({ id }) => id === wanted.id) ?? teams.find(({ name }) => name === wanted.name));
  const gone = wanted === null || chosen !== undefined ? [] : [{ id: wanted.id, label: wanted.name }];
  return (
    <Select
      name="team"
      label={t('parts:field.team')}
      help={t('teamHelp')}
      options={[
        { id: open, label: t('team.none') },
        ...teams.map(({ id, name }) => ({ id, label: name })),
        ...gone,
      ]}
      value={chosen?.id ?? wanted?.id ?? open}
      onChange={(id) => {
        const team = teams.find((one) => one.id === id);
        change({ team: team === undefined ? null : { id: team.id, name: team.name } });
      }}
    />
  );
}

const reaches = ['none', 'children', 'all'] as const;
const firstPattern: ComponentPattern = { reach: 'children', auditor_relation: 'self', name_pattern: '' };

function ComponentFields({ draft, change, sample }: PartProps & { readonly sample: PatternSample }) {
  const { t } = useTranslation('templates');
  const { t: tree } = useTranslation('component-tree');
  const { components } = draft;
  return (
    <>
      <Columns min={240} align="end">
        <Select
          name="components"
          label={t('parts:field.components')}
          help={t('componentsHelp')}
          options={reaches.map((id) => ({ id, label: t(`reach.${id}`) }))}
          value={components?.reach ?? 'none'}
          onChange={(reach) =>
            change({ components: reach === 'none' ? null : { ...(components ?? firstPattern), reach } })
          }
        />
        {components !== null && (
          <Select
            name="relation"
            label={t('field.relation')}
            options={auditorRelations.map((id) => ({ id, label: relationWord(tree, id) }))}
            value={components.auditor_relation}
            onChange={(auditor_relation) => change({ components: { ...components, auditor_relation } })}
          />
        )}
      </Columns>
      {components !== null && (
        <PatternField
          isOfComponents
          name="component_pattern"
          label={t('parts:field.component_name_pattern')}
          use={{ of: 'name', hasBefore: false }}
          value={components.name_pattern}
          onChange={(name_pattern) => change({ components: { ...components, name_pattern } })}
          sample={sample}
        />
      )}
    </>
  );
}
