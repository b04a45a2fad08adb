import { Outlet, useLocation } from 'react-router';
import { useTranslation } from '../../messages/language.ts';
import { FilesAside } from '../../parts/files-aside.tsx';
import { pathTo } from '../../routes.ts';
import { Page, PageHeader } from '../../ui/page.tsx';
import { SectionLinks } from '../../ui/section-links.tsx';

const sections = ['activity', 'requests', 'changeLog'] as const;

export function ActivityFrame() {
  const { t } = useTranslation('activity');
  const { pathname } = useLocation();
  const links = sections.map((id) => ({
    id,
    label: t(id === 'activity' ? 'parts:word.plans' : `section.${id}`),
    to: pathTo(id),
  }));
  const open = links.findLast(({ to }) => pathname.startsWith(to));
  return (
    <Page layout="fill">
      <PageHeader
        focusKey={open?.id}
        title={t('commands:screens.activity')}
        windowTitle={t('windowTitle', { section: open?.label })}
        tabs={<SectionLinks label={t('parts:word.sections')} links={links} />}
      />
      <FilesAside />
      <Outlet />
    </Page>
  );
}
