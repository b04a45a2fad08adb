import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { assignedTo, isMade } from '../../../shared/rules/roll-forward/completion.ts';
import { inUse, teamChoices } from '../../../shared/rules/roll-forward/draft.ts';
import { packageLine, sharedByTemplate } from '../../../shared/rules/roll-forward/many.ts';
import type { RollForwardProposal } from '../../../shared/rules/roll-forward/model.ts';
import { periodRemarks } from '../../../shared/rules/roll-forward/period.ts';
import type { Loss } from '../../../shared/rules/service/carry-over.ts';
import type { AppliedTemplate } from '../../../shared/rules/service/template.ts';
import { lineOf, packageName, scopingLabels } from '../../../shared/rules/service/work-package.ts';
import { formatPeriod } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { useSettingWords } from '../../messages/setting-words.ts';
import { CandidateProgress } from '../../parts/coupling/candidate-progress.tsx';
import { TemplateChoice, TemplateLosses } from '../../parts/templates/template-choice.tsx';
import { Button } from '../../ui/button.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Card, Columns, Row, Stack } from '../../ui/layout.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './roll-forward.module.css';
import type { RollState } from './roll-state.ts';
import { firstNames, settingChangesOf } from './rows.ts';

const ofAll = ['period', 'package', 'label', 'name-pattern', 'id-pattern'] as const;

interface SettingsBarProps {
  readonly connection: string;
  readonly state: RollState;
}

/** What holds for all audits, in a line with how old the lists are; unfolded it can be changed. It unfolds by itself while something in it stands open. */
export function SettingsBar({ connection, state }: SettingsBarProps) {
  const { t, i18n } = useTranslation('roll-forward');
  const [isWanted, setWanted] = useState(false);
  const { rolls, team } = state;
  const { shared, template } = state.decided;
  const isForced =
    team.error !== null ||
    rolls.some(({ proposal }) => proposal.open.some(({ code }) => ofAll.some((one) => one === code)));
  const isOpen = isWanted || isForced;
  const periods = distinct(
    rolls.map(({ proposal }) => {
      const { start, end } = proposal.period;
      return start === '' || end === '' ? '' : formatPeriod(start, end, i18n.language);
    }),
  );
  const packages = distinct(
    rolls.map(({ proposal: { packages: of } }) => (of.after === null ? '' : packageName(of.after))),
  );
  const labels = distinct(
    rolls.map(({ known }) => {
      const own = known.audit.scoping_package_id;
      return shared.labels.get(own) ?? own;
    }),
  );
  const facts = useFacts(state);
  const proposals = rolls.map(({ proposal }) => proposal);
  const users = assignedTo(proposals.flatMap(({ entries }) => entries));
  const values = useSettingValues(proposals);
  const added = settingChangesOf(proposals).added.length;
  return (
    <Card as="section" isLow aria-label={t('basis')}>
      <Row gap="3" className={styles.line}>
        <p>{[periods, packages, labels].map(firstNames).join(' · ')}</p>
        {[
          t(`team.short.${team.chosen}`, { count: users, name: template?.team ?? '' }),
          [
            ...values.slice(0, mostValues),
            ...(values.length > mostValues
              ? [t('parts:count.more', { count: values.length - mostValues })]
              : []),
            ...(added > 0 ? [t('settings.newCount', { count: added })] : []),
          ].join(', '),
          ...(!isOpen && facts.length > 0 ? [t('facts', { count: facts.length })] : []),
        ].map(
          (decision) =>
            decision !== '' && (
              <Button key={decision} variant="quiet" onPress={() => setWanted(true)}>
                {decision}
              </Button>
            ),
        )}
        <CandidateProgress connection={connection} reading={state.reading} />
        <Button
          variant="quiet"
          aria-expanded={isOpen}
          reason={isForced ? t('reason.settings') : undefined}
          after={isOpen ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
          onPress={() => setWanted(!isOpen)}
        >
          {t('change')}
        </Button>
      </Row>
      {isOpen && (
        <>
          <Fields connection={connection} state={state} />
          {template !== null && (
            <TemplateLosses name={template.name} losses={lossesInUse(template.losses, state)} />
          )}
          {facts.length > 0 && (
            <Stack gap="1" className={styles.facts}>
              {facts.map((fact) => (
                <p key={fact}>{fact}</p>
              ))}
            </Stack>
          )}
        </>
      )}
    </Card>
  );
}

/** The values of settings that the new audits get; one that differs between them is told by its name alone. */
function useSettingValues(proposals: readonly RollForwardProposal[]): readonly string[] {
  const words = useSettingWords();
  const told = proposals.flatMap(({ entries, packages: { after } }) =>
    entries.flatMap((entry) =>
      entry.kind !== 'audit' || !isMade(entry)
        ? []
        : Object.entries(entry.creation.settings ?? {}).map(([id, value]) => {
            const definition = after?.settings.find((one) => one.id === id) ?? null;
            return { name: definition?.name ?? id, value: words(definition, value) };
          }),
    ),
  );
  const names = [...Map.groupBy(told, ({ name }) => name)];
  return names.map(([name, all]) => {
    const [first, ...others] = distinct(all.map(({ value }) => value));
    return first === undefined || others.length > 0 ? name : `${name} ${first}`;
  });
}

const mostValues = 2; // the others are counted

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}

/** What is unusual about periods and packages. */
function useFacts({ rolls, team }: RollState): readonly string[] {
  const { t } = useTranslation('roll-forward');
  const remarks = rolls.flatMap(({ known: { audit }, proposal }) =>
    proposal.open.some(({ code }) => code === 'period')
      ? []
      : periodRemarks({ start: audit.period_start, end: audit.period_end }, proposal.period),
  );
  const settings = settingChangesOf(rolls.map(({ proposal }) => proposal));
  return [
    ...[...new Set(remarks)].map((remark) => t(`period.${remark}`)),
    ...(['added', 'gone', 'changed'] as const).flatMap((kind) =>
      settings[kind].length === 0 ? [] : [t(`settings.${kind}`, { names: firstNames(settings[kind]) })],
    ),
    ...(team.error === null ? [] : [t('team.failed')]),
  ];
}

function Fields({ connection, state }: SettingsBarProps) {
  const { t } = useTranslation('roll-forward');
  const { decided, share, rolls } = state;
  const isOpen = (code: string) =>
    rolls.some(({ proposal }) => proposal.open.some((point) => point.code === code));
  const patternFault = (code: 'name-pattern' | 'id-pattern') =>
    isOpen(code) ? t(`open.${code}`) : undefined;
  return (
    <Columns min={220} gap="3" align="end">
      <TemplateField connection={connection} state={state} />
      <PeriodFields state={state} error={isOpen('period') ? t('open.period') : undefined} />
      <PackageFields state={state} />
      <TextField
        label={t('parts:field.name_pattern')}
        help={t('field.patternHelp')}
        isOptional
        value={decided.shared.namePattern}
        error={patternFault('name-pattern')}
        onChange={(namePattern) => share({ namePattern })}
      />
      <TextField
        label={t('parts:field.id_pattern')}
        help={t('field.patternHelp')}
        isCode
        isOptional
        value={decided.shared.idPattern}
        error={patternFault('id-pattern')}
        onChange={(idPattern) => share({ idPattern })}
      />
      <CarriedFields state={state} />
    </Columns>
  );
}

/** What is taken from last year or from the template, by choice: settings and users. */
function CarriedFields({ state: { decided, share, team } }: { readonly state: RollState }) {
  const { t } = useTranslation('roll-forward');
  const { shared, template } = decided;
  const hasSettings = template !== null && Object.keys(template.settings).length > 0;
  const ofTemplate = template?.team ?? null;
  return (
    <>
      {hasSettings && (
        <Select
          label={t('parts:field.settings')}
          options={(['before', 'template'] as const).map((id) => ({ id, label: t(`carried.${id}`) }))}
          value={shared.settings === null ? 'before' : 'template'}
          onChange={(from) => share({ settings: from === 'template' ? template.settings : null })}
        />
      )}
      <Select
        label={t('commands:screens.users')}
        help={t('team.help')}
        options={teamChoices
          .filter((id) => id !== 'template' || ofTemplate !== null)
          .map((id) => ({ id, label: t(`team.${id}`, { name: ofTemplate ?? '' }) }))}
        value={team.chosen}
        onChange={team.choose}
      />
    </>
  );
}

/** What cannot be used of a template, without the settings and users that are not taken from it. */
function lossesInUse(losses: readonly Loss[], { decided, team }: RollState): readonly Loss[] {
  return losses.filter(({ code }) => {
    if (code === 'setting-gone' || code === 'setting-unfit') return decided.shared.settings !== null;
    if (code === 'team-gone' || code === 'role-gone' || code === 'no-address')
      return team.chosen === 'template';
    return true;
  });
}

/** What a template has for work package, label, language, names and ids, in their fields, where each can be changed. */
function TemplateField({ connection, state: { rolls, share, decided } }: SettingsBarProps) {
  const { t } = useTranslation('templates');
  const choose = (applied: AppliedTemplate | null): void => {
    const lines = rolls.map(({ known }) => packageLine(known));
    const labels = rolls.map(({ known }) => known.audit.scoping_package_id);
    share(sharedByTemplate(applied, { lines, labels }), applied && inUse(applied));
  };
  return (
    <TemplateChoice
      connection={connection}
      help={t('choice.rollForward')}
      chosen={decided.template?.id ?? null}
      onChoose={choose}
    />
  );
}

interface PeriodProps {
  readonly state: RollState;
  readonly error: string | undefined;
}

/** One period for all; where they have several and nobody has entered one, each has the year after its own. */
function PeriodFields({ state: { rolls, share }, error }: PeriodProps) {
  const { t } = useTranslation('roll-forward');
  const periods = rolls.map(({ proposal }) => proposal.period);
  const [first] = periods;
  const isOne = periods.every(({ start, end }) => start === first?.start && end === first.end);
  const shown = isOne && first !== undefined ? first : { start: '', end: '' };
  const help = isOne ? undefined : t('field.periodHelp');
  const enter = (period: typeof shown) =>
    share({ period: period.start === '' && period.end === '' ? null : period });
  return (
    <>
      <DateField
        label={t('parts:field.period_start')}
        help={help}
        value={shown.start}
        error={error}
        onChange={(start) => enter({ ...shown, start })}
      />
      <DateField
        label={t('parts:field.period_end')}
        help={help}
        value={shown.end}
        onChange={(end) => enter({ ...shown, end })}
      />
    </>
  );
}

/** The next work package for each line that there is, and a scoping label for each. */
function PackageFields({ state: { rolls, packages, decided, share } }: { readonly state: RollState }) {
  const { shared } = decided;
  const { t } = useTranslation('roll-forward');
  const lines = Map.groupBy(rolls, ({ known }) => packageLine(known));
  const labels = Map.groupBy(rolls, ({ known }) => known.audit.scoping_package_id);
  return (
    <>
      {[...lines].map(([name, ofLine]) => {
        const line = lineOf(packages, name);
        const chosen = ofLine[0]?.proposal.packages.after ?? null; // a template's may be of another line
        const ofOwn = line === undefined ? packages : [line.newest, ...line.older];
        const isOther = chosen !== null && ofOwn.every(({ id }) => id !== chosen.id);
        const offered = isOther ? [chosen, ...ofOwn] : ofOwn;
        const isOpen = ofLine.some(({ proposal }) => proposal.open.some(({ code }) => code === 'package'));
        return (
          <Select
            key={name}
            label={lines.size === 1 ? t('parts:field.work_package') : t('field.packageFor', { name })}
            options={offered.map((one) => ({ id: one.id, label: packageName(one) }))}
            value={chosen?.id ?? null}
            error={isOpen ? t('open.package') : undefined}
            onChange={(id) => share({ packages: new Map([...shared.packages, [name, id]]) })}
          />
        );
      })}
      {[...labels].map(([label, ofLabel]) => {
        const offered = distinct(
          ofLabel.flatMap(({ proposal: { packages: of } }) =>
            of.after === null ? [] : scopingLabels(of.after, ''),
          ),
        );
        const isOpen = ofLabel.some(({ proposal }) => proposal.open.some(({ code }) => code === 'label'));
        return (
          <Select
            key={label}
            label={labels.size === 1 ? t('parts:field.scoping_label') : t('field.labelFor', { label })}
            options={offered.map((one) => ({ id: one, label: one }))}
            value={shared.labels.get(label) ?? label}
            error={isOpen ? t('open.label') : undefined}
            onChange={(next) => share({ labels: new Map([...shared.labels, [label, next]]) })}
          />
        );
      })}
    </>
  );
}
