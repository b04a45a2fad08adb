import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { AuditTemplate } from '../../../shared/model/template.ts';
import type { DiagnosticsFile, ImportEntry, OpenedSettings } from '../../../shared/operations/settings.ts';
import { call, unwrap } from '../../data/call.ts';
import { formatMoment } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TemplateLosses, useTemplates } from '../../parts/templates/template-choice.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckboxGroup } from '../../ui/choice.tsx';
import { CancelButton, Dialog } from '../../ui/dialog.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Bullets } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { tell } from '../../ui/toast.ts';
import { useSettingWords } from './setting-words.ts';

const kindTitles = {
  preference: 'commands:screens.settings',
  connection: 'commands:screens.connections',
  team: 'parts:word.teams',
  template: 'commands:titles.templates',
} as const;

export function ExchangeActions() {
  const { t } = useTranslation('settings');
  const [opened, setOpened] = useState<OpenedSettings | null>(null);
  const save = useMutation({
    mutationFn: () => unwrap(call('settings.export', {})),
    onSuccess: ({ saved }) => saved && tell(t('exchange.saved')),
  });
  const open = useMutation({
    mutationFn: () => unwrap(call('settings.open', {})),
    onSuccess: (found) => setOpened(found.id === null ? null : found),
  });
  const fault = open.data?.fault ?? null;
  const error = save.error ?? open.error;
  return (
    <>
      <Button isPending={save.isPending} onPress={() => save.mutate()}>
        {t('exchange.export')}
      </Button>
      <Button isPending={open.isPending} onPress={() => open.mutate()}>
        {t('exchange.import')}
      </Button>
      {fault !== null && (
        <Banner tone="warning" role="status" title={t('exchange.notTaken')}>
          {t(`exchange.fault.${fault}`)}
        </Banner>
      )}
      <FailureNotice role="status" error={error} />
      {opened?.id != null && <ImportDialog id={opened.id} opened={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

/** Makes a bundle for whoever helps; it is looked at before it is saved. */
export function DiagnosticsAction() {
  const { t } = useTranslation('settings');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>{t('diagnostics.open')}</Button>
      {isOpen && <DiagnosticsDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Shows each file of a bundle as it would be saved, and saves those that are chosen. */
function DiagnosticsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('settings');
  const request = useId(); // a bundle of its own each time that this is opened
  const bundle = useQuery({
    queryKey: ['diagnostics', request],
    queryFn: () => unwrap(call('diagnostics.preview', {})),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const [left, setLeft] = useState<readonly string[]>([]);
  const save = useMutation({
    mutationFn: (wanted: { readonly id: string; readonly files: readonly string[] }) =>
      unwrap(call('diagnostics.save', wanted)),
    onSuccess: ({ saved }) => {
      if (!saved) return;
      tell(t('parts:word.fileSaved'));
      onClose();
    },
  });
  const { data } = bundle;
  const names = data?.files.map(({ name }) => name) ?? [];
  const chosen = names.filter((name) => !left.includes(name));
  const error = bundle.error ?? save.error;
  return (
    <Dialog
      isOpen
      size="large"
      title={t('parts:word.diagnostics')}
      onClose={onClose}
      actions={
        <>
          <CancelButton />
          <Button
            variant="primary"
            isPending={save.isPending}
            reason={chosen.length === 0 ? t('parts:word.nothingSelected') : undefined}
            onPress={() => data !== undefined && save.mutate({ id: data.id, files: chosen })}
          >
            {t('diagnostics.save', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <p>{t('diagnostics.text')}</p>
      <p>{t('diagnostics.without')}</p>
      <FailureNotice role="status" error={error} />
      {bundle.isPending && <SkeletonRows count={6} widths={['160px']} label={t('parts:word.diagnostics')} />}
      {data !== undefined && (
        <>
          <CheckboxGroup
            label={t('diagnostics.include')}
            value={chosen}
            onChange={(value) => setLeft(names.filter((name) => !value.includes(name)))}
            choices={data.files.map(({ name, text }) => ({
              id: name,
              label: name,
              help: t('diagnostics.size', { count: text === '' ? 0 : text.trimEnd().split('\n').length }),
            }))}
          />
          <Preview files={data.files} />
        </>
      )}
    </Dialog>
  );
}

function Preview({ files }: { readonly files: readonly DiagnosticsFile[] }) {
  const { t } = useTranslation('settings');
  const [shown, setShown] = useState(files[0]?.name ?? '');
  return (
    <>
      <Select
        label={t('diagnostics.look')}
        value={shown}
        onChange={setShown}
        options={files.map(({ name }) => ({ id: name, label: name }))}
      />
      <TextArea
        label={t('diagnostics.content', { name: shown })}
        value={files.find(({ name }) => name === shown)?.text ?? ''}
        onChange={() => undefined}
        isReadOnly
        isCode
        rows={12}
      />
    </>
  );
}

interface Props {
  readonly id: string;
  readonly opened: OpenedSettings;
  readonly onClose: () => void;
}

/** What a file of settings would change here, entry by entry; what is chosen is taken over. */
function ImportDialog({ id, opened, onClose }: Props) {
  const { t, i18n } = useTranslation('settings');
  const { t: common } = useTranslation();
  const client = useQueryClient();
  const { nameOf, changeWords, verdictWords } = useEntryWords();
  const { entries, savedAt, leftOut } = opened;
  const offered = entries.filter(hasEffect);
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    offered.filter(({ loosens }) => !loosens).map(({ key }) => key),
  );
  const take = useMutation({
    mutationFn: () => unwrap(call('settings.import', { id, keys: [...chosen] })),
    onSuccess: async ({ entries: outcomes }) => {
      announce(t('exchange.taken', { count: outcomes.filter(hasEffect).length }));
      await client.invalidateQueries();
    },
  });
  const rest = entries.filter((entry) => !hasEffect(entry));
  return (
    <Dialog
      isOpen
      size="large"
      title={t('exchange.import')}
      onClose={onClose}
      actions={
        take.data !== undefined || offered.length === 0 ? (
          <Button variant="primary" onPress={onClose}>
            {common('ui.close')}
          </Button>
        ) : (
          <>
            <CancelButton />
            <Button
              variant="primary"
              isPending={take.isPending}
              reason={chosen.length === 0 ? t('parts:word.nothingSelected') : undefined}
              onPress={() => take.mutate()}
            >
              {t('exchange.take', { count: chosen.length })}
            </Button>
          </>
        )
      }
    >
      {savedAt !== null && <p>{t('exchange.from', { when: formatMoment(savedAt, i18n.language) })}</p>}
      <FailureNotice role="status" error={take.error} />
      {take.data !== undefined ? (
        <ImportOutcome entries={take.data.entries} />
      ) : (
        <>
          <p>{offered.length === 0 ? t('exchange.noEffect') : t('exchange.secrets')}</p>
          {leftOut.map(({ kind, count, most }) => (
            <Banner key={kind} tone="warning" title={t('exchange.leftOut', { what: t(kindTitles[kind]) })}>
              {count === null ? t('exchange.noList') : t('exchange.tooMany', { count, most })}
            </Banner>
          ))}
          {(['preference', 'connection', 'team', 'template'] as const).map((kind) => {
            const those = offered.filter((entry) => entry.kind === kind);
            if (those.length === 0) return null;
            const keys = those.map(({ key }) => key);
            return (
              <CheckboxGroup
                key={kind}
                label={t(kindTitles[kind])}
                value={chosen.filter((key) => keys.includes(key))}
                onChange={(value) => setChosen([...chosen.filter((key) => !keys.includes(key)), ...value])}
                choices={those.map((entry) => ({
                  id: entry.key,
                  label: `${nameOf(entry)}: ${verdictWords(entry)}`,
                  help: entry.loosens
                    ? `${changeWords(entry)}. ${t('exchange.loosens')}`
                    : changeWords(entry),
                }))}
              />
            );
          })}
          <ImportGaps entries={offered} />
          {rest.length > 0 && <ImportOutcome entries={rest} />}
        </>
      )}
    </Dialog>
  );
}

function hasEffect({ verdict }: ImportEntry): boolean {
  return verdict === 'new' || verdict === 'change';
}

function ImportOutcome({ entries }: { readonly entries: readonly ImportEntry[] }) {
  const { t } = useTranslation('settings');
  const { nameOf, verdictWords } = useEntryWords();
  return (
    <div>
      <strong>{t('parts:field.outcome')}</strong>
      <Bullets>
        {entries.map((entry) => (
          <li key={entry.key}>
            {t(kindTitles[entry.kind])} · {nameOf(entry)}: {verdictWords(entry)}
          </li>
        ))}
      </Bullets>
    </div>
  );
}

const fields = ['name', 'kind', 'access', 'baseUrl', 'clientId', 'members'] as const;

interface EntryWords {
  readonly nameOf: (entry: ImportEntry) => string;
  readonly changeWords: (entry: ImportEntry) => string;
  readonly verdictWords: (entry: ImportEntry) => string;
}

function useEntryWords(): EntryWords {
  const { t } = useTranslation('settings');
  const words = useSettingWords();
  const nameOf = ({ kind, name }: ImportEntry): string => {
    if (kind !== 'preference') return name === '' ? t('exchange.unnamed') : name;
    return words[name]?.label ?? name;
  };
  const fieldOf = (field: string): string => {
    const known = fields.find((one) => one === field);
    return known === undefined ? '' : `${t(known === 'kind' ? 'parts:field.kind' : `parts:word.${known}`)}: `;
  };
  return {
    nameOf,
    changeWords: ({ changes }) =>
      changes
        .map(
          ({ field, from, to }) => fieldOf(field) + (from === null ? to : t('exchange.change', { from, to })),
        )
        .join(' · '),
    verdictWords: ({ verdict, reason }) =>
      reason === null ? t(`exchange.verdict.${verdict}`) : t(`exchange.reason.${reason}`),
  };
}

/** What templates of a file name that is not there; a team that comes with the file is. Nothing for connections that are not here yet. */
function ImportGaps({ entries }: { readonly entries: readonly ImportEntry[] }) {
  const templates = entries.flatMap(({ template }) => template ?? []);
  const teams = entries.flatMap(({ kind, name }) => (kind === 'team' ? [name] : []));
  return [...Map.groupBy(templates, ({ connection }) => connection)].map(([connection, those]) => (
    <GapsOf key={connection} connection={connection} templates={those} teams={teams} />
  ));
}

interface GapsOfProps {
  readonly connection: string;
  readonly templates: readonly AuditTemplate[];
  /** The names of those that come with the file. */
  readonly teams: readonly string[];
}

function GapsOf({ connection, templates, teams }: GapsOfProps) {
  const { apply } = useTemplates(connection);
  if (apply === null) return null;
  return templates.map((template) => (
    <TemplateLosses
      key={template.id}
      name={template.name}
      losses={apply(template).losses.filter(
        ({ code, subject }) => code !== 'team-gone' || !teams.includes(subject),
      )}
    />
  ));
}
