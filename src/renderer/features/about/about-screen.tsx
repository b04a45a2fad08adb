import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { UpdateView } from '../../../shared/model/updates.ts';
import type { Environment, Licence } from '../../../shared/operations/app.ts';
import { fold, wordSearch } from '../../../shared/rules/texts/fold.ts';
import { call, unwrap } from '../../data/call.ts';
import { environmentQuery, useChangePreferences, usePreferences } from '../../data/preferences.ts';
import { useShortcuts } from '../../data/shortcuts.ts';
import { formatMoment } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { CodeBlock, CopyButton } from '../../ui/code.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { Note, Row, Stack } from '../../ui/layout.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { HeightOfRows, Panel } from '../../ui/panel.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

export function AboutScreen() {
  const { t } = useTranslation('about');
  const { t: commands } = useTranslation('commands');
  const environment = useQuery(environmentQuery);
  return (
    <Page>
      <PageHeader
        title={t('parts:word.aboutAuditDesk')}
        back={<Link to={pathTo('settings')}>{commands('screens.settings')}</Link>}
      />
      <Stack gap="4" width="page">
        <FailureNotice error={environment.error} />
        {environment.isPending && (
          <SkeletonRows count={8} widths={['120px', '240px']} label={t('versions')} />
        )}
        {environment.data !== undefined && <VersionPanel environment={environment.data} />}
        <UpdatesPanel />
        <LicencesPanel />
      </Stack>
    </Page>
  );
}

function VersionPanel({ environment }: { readonly environment: Environment }) {
  const { t } = useTranslation('about');
  const { t: common } = useTranslation();
  const runtime =
    environment.standIn || environment.electron === null ? t('standIn') : `Electron ${environment.electron}`;
  const facts = [
    { term: 'Audit Desk', value: environment.app },
    { term: t('commit'), value: environment.commit ?? t('unknownCommit') },
    { term: t('runtime'), value: runtime },
    { term: 'Chromium', value: environment.chromium ?? chromiumOfPage() },
    { term: 'Node.js', value: environment.node },
    { term: 'V8', value: environment.v8 },
    { term: common('theme.system'), value: environment.system },
    { term: t('locale'), value: environment.locale },
  ];
  const text = facts.map(({ term, value }) => `${term}: ${value}`).join('\n');
  return (
    <Panel title={t('versions')} actions={<CopyButton text={text} label={t('copy')} />}>
      <DefinitionList items={facts} />
    </Panel>
  );
}

function chromiumOfPage(): string {
  const [, version] = /Chrome\/([\d.]+)/.exec(navigator.userAgent) ?? [];
  return version ?? navigator.userAgent;
}

const licencesQuery = queryOptions({
  queryKey: ['licences'],
  queryFn: () => unwrap(call('licences.read', {})),
  staleTime: Number.POSITIVE_INFINITY,
});

function LicencesPanel() {
  const { t } = useTranslation('about');
  const { t: common } = useTranslation();
  const shortcutOf = useShortcuts();
  const { data, error, isPending } = useQuery(licencesQuery);
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<Licence | null>(null);
  const { isOn, finds } = wordSearch(search);
  const found = (data ?? []).filter(
    ({ name, licence, text }) => !isOn || finds(fold(`${name}\n${licence}\n${text}`)),
  );
  const columns: readonly Column<Licence>[] = [
    { id: 'name', title: t('licences.name'), width: { least: 240, grows: 2 }, value: ({ name }) => name },
    {
      id: 'version',
      title: t('parts:field.version'),
      width: { least: 80, grows: 1 },
      value: ({ version }) => version,
    },
    {
      id: 'licence',
      title: t('licences.licence'),
      width: { least: 100, grows: 1 },
      value: ({ licence }) => licence,
    },
  ];
  return (
    <Panel title={t('licences.title')} description={t('licences.text')}>
      <FailureNotice error={error} />
      {isPending && (
        <SkeletonRows count={8} widths={['200px', '80px', '100px']} label={t('licences.title')} />
      )}
      {data !== undefined && (
        <>
          <SearchField
            label={t('parts:word.searchList')}
            placeholder={t('parts:word.searchList')}
            value={search}
            onChange={setSearch}
            shortcut={shortcutOf('filter')?.aria}
          />
          <Note role="status">{t('licences.count', { count: found.length })}</Note>
          <HeightOfRows count={12}>
            <DataTable
              id="licences"
              label={t('licences.title')}
              columns={columns}
              rows={found}
              rowId={({ name, version }) => `${name}@${version}`}
              onOpen={setOpen}
              actionsOf={([one]) => [{ id: 'open', label: common('row.open'), onAction: () => setOpen(one) }]}
              empty={common('ui.noMatch')}
            />
          </HeightOfRows>
        </>
      )}
      {open !== null && (
        <Dialog isOpen size="large" title={`${open.name} ${open.version}`} onClose={() => setOpen(null)}>
          <p>
            {t('licences.licence')}: {open.licence}
          </p>
          {open.text === '' ? (
            <p>{t('licences.noText')}</p>
          ) : (
            <CodeBlock text={open.text} label={t('licences.textOf', { name: open.name })} />
          )}
        </Dialog>
      )}
    </Panel>
  );
}

const updatesQuery = queryOptions({
  queryKey: ['updates'],
  queryFn: () => unwrap(call('updates.act', { act: 'read' })),
  staleTime: 0, // another window may have looked
});

function UpdatesPanel() {
  const { t } = useTranslation('about');
  const client = useQueryClient();
  const { data: updates, error } = useQuery(updatesQuery);
  const act = useMutation({
    mutationFn: (wanted: Act) => unwrap(call('updates.act', { act: wanted })),
    onSuccess: (view) => client.setQueryData(updatesQuery.queryKey, view),
  });
  const fault = error ?? act.error;
  return (
    <Panel title={t('updates.title')}>
      <FailureNotice error={fault} />
      {updates !== undefined && (
        <Stack align="start">
          <p>{t(`updates.decidedBy.${updates.decidedBy}`)}</p>
          {updates.decidedBy === 'person' && <OwnChoice />}
          <State updates={updates} underWay={act.isPending ? act.variables : null} act={act.mutate} />
        </Stack>
      )}
    </Panel>
  );
}

function OwnChoice() {
  const { t } = useTranslation('about');
  const client = useQueryClient();
  const { updates } = usePreferences();
  const change = useChangePreferences();
  return (
    <Checkbox
      label={t('updates.choice')}
      help={t('updates.choiceHelp')}
      isSelected={updates === 'on'}
      onChange={(isOn) =>
        void change({ updates: isOn ? 'on' : 'off' }).then(() => client.invalidateQueries(updatesQuery))
      }
    />
  );
}

type Act = 'check' | 'install';

interface StateProps {
  readonly updates: UpdateView;
  /** What this window has asked for and waits for. */
  readonly underWay: Act | null;
  readonly act: (wanted: Act) => void;
}

function State({ updates, underWay, act }: StateProps) {
  const { t, i18n } = useTranslation('about');
  const { version, lookedAt, canInstall } = updates;
  if (updates.state === 'off') return null;
  const asked = { check: 'looking', install: 'fetching' } as const;
  const state = underWay === null ? updates.state : asked[underWay];
  return (
    <>
      <p role="status">
        {t(`updates.state.${state}`, { version: version ?? '' })}
        {state === 'found' && !canInstall && ` ${t('updates.byHand')}`}
      </p>
      {lookedAt !== null && (
        <Note size="body">{t('updates.lookedAt', { at: formatMoment(lookedAt, i18n.language) })}</Note>
      )}
      <Row>
        <Button isPending={underWay !== null} onPress={() => act('check')}>
          {t('updates.look')}
        </Button>
        {version !== null && canInstall && (
          <Button isPending={underWay !== null} onPress={() => act('install')}>
            {t('updates.install', { version })}
          </Button>
        )}
      </Row>
    </>
  );
}
