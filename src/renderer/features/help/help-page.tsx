import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslation } from '../../messages/language.ts';
import { pathTo, useRouteId } from '../../routes.ts';
import { Page, PageHeader } from '../../ui/page.tsx';
import { HelpArticle } from './help-article.tsx';
import { helpPagesQuery } from './help-pages.ts';

export function HelpPageScreen() {
  const { t, i18n } = useTranslation('help');
  const topic = useRouteId('topic');
  const { data: pages } = useQuery(helpPagesQuery(i18n.language));
  return (
    <Page>
      <PageHeader
        focusKey={topic}
        title={pages?.[topic]?.title ?? t('commands:screens.help')}
        back={<Link to={pathTo('help')}>{t('all')}</Link>}
      />
      <HelpArticle topic={topic} />
    </Page>
  );
}
