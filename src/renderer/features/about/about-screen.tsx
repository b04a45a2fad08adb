import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Environment, Versions } from '../../../shared/operations/app.ts';
import { call, errorOf, unwrap } from '../../data/call.ts';
import { environmentQuery } from '../../data/preferences.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { pathTo } from '../../routes.ts';
import { CopyButton } from '../../ui/code.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page, PageHeader, Panel } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import styles from './about.module.css';
import { LicencesPanel } from './licences-panel.tsx';
import { UpdatesPanel } from './updates-panel.tsx';

const versionsQuery = queryOptions({
  queryKey: ['versions'],
  queryFn: () => unwrap(call('versions.read', {})),
  staleTime: Number.POSITIVE_INFINITY,
});

/** What the app is: its versions, to be copied for whoever helps, and the licences of everything inside. */
export function AboutScreen() {
  const { t } = useTranslation('about');
  const describe = useErrorWords();
  const versions = useQuery(versionsQuery);
  const { data: environment } = useQuery(environmentQuery);
  return (
    <Page>
      <PageHeader title={t('title')} back={<Link to={pathTo('settings')}>{t('back')}</Link>} />
      <div className={styles.page}>
        {versions.error !== null && <ErrorNotice {...describe(errorOf(versions.error))} />}
        {versions.isPending && <SkeletonRows count={8} widths={['120px', '240px']} label={t('versions')} />}
        {versions.data !== undefined && environment !== undefined && (
          <VersionPanel versions={versions.data} environment={environment} />
        )}
        <UpdatesPanel />
        <LicencesPanel />
      </div>
    </Page>
  );
}

interface Facts {
  readonly versions: Versions;
  readonly environment: Environment;
}

function VersionPanel({ versions, environment }: Facts) {
  const { t } = useTranslation('about');
  const runtime =
    environment.standIn || versions.electron === null
      ? t('standIn')
      : t('electron', { version: versions.electron });
  const facts = [
    { term: t('app'), value: versions.app },
    { term: t('commit'), value: versions.commit ?? t('unknownCommit') },
    { term: t('runtime'), value: runtime },
    { term: t('chromium'), value: versions.chromium ?? chromiumOfPage() },
    { term: t('node'), value: versions.node },
    { term: t('v8'), value: versions.v8 },
    { term: t('system'), value: versions.system },
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
