import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { askFor } from '../../data/asked.ts';
import { useTranslation } from '../../messages/language.ts';
import { pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Note, Row, Stack } from '../../ui/layout.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { guidePath } from './guides.ts';
import { helpPagesQuery, topicsFound } from './help-pages.ts';

export function HelpIndex() {
  const { t, i18n } = useTranslation('help');
  const { t: commands } = useTranslation('commands');
  const { t: guides } = useTranslation('guides');
  const { data: pages } = useQuery(helpPagesQuery(i18n.language));
  const [search, setSearch] = useState('');
  const found = pages === undefined ? [] : topicsFound(pages, search);
  return (
    <Page>
      <PageHeader title={t('commands:screens.help')} description={t('description')} />
      <Row gap="3">
        <SearchField label={t('search')} placeholder={t('search')} value={search} onChange={setSearch} />
        <p role="status">
          {pages !== undefined && search !== '' && t('parts:count.results', { count: found.length })}
        </p>
        <Button onPress={() => askFor('tour')}>{commands('titles.tour')}</Button>
      </Row>
      {pages === undefined ? (
        <SkeletonRows count={10} widths={['30%', '60%']} label={t('common:list.reading')} />
      ) : (
        <>
          <Stack as="section" gap="2" width="text">
            <h2>{guides('title')}</h2>
            <Row as="ul" gap="4">
              {(['season', 'administration'] as const).map((guide) => (
                <li key={guide}>
                  <Link to={guidePath({ guide, part: null })}>{guides(`guide.${guide}`)}</Link>
                </li>
              ))}
            </Row>
            {i18n.language !== 'en-us' && <p>{guides('inEnglish')}</p>}
          </Stack>
          <Stack as="ul" width="text">
            {found.map((topic) => (
              <li key={topic}>
                <Link to={pathTo('helpTopic', { topic })}>{pages[topic]?.title}</Link>
                <Note size="body">{pages[topic]?.purpose}</Note>
              </li>
            ))}
          </Stack>
        </>
      )}
    </Page>
  );
}
