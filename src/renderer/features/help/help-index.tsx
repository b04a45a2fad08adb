import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { askFor } from '../../data/asked.ts';
import { useTranslation } from '../../messages/language.ts';
import { pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { guidePath } from './guides.ts';
import styles from './help.module.css';
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
      <PageHeader title={t('title')} description={t('description')} />
      <div className={styles.search}>
        <SearchField label={t('search')} placeholder={t('search')} value={search} onChange={setSearch} />
        <p role="status">{pages !== undefined && t('found', { count: found.length })}</p>
        <Button onPress={() => askFor('tour')}>{commands('titles.tour')}</Button>
      </div>
      {pages === undefined ? (
        <SkeletonRows count={10} widths={['30%', '60%']} label={t('reading')} />
      ) : (
        <>
          <section className={styles.guides}>
            <h2>{guides('title')}</h2>
            <ul>
              {(['season', 'administration'] as const).map((guide) => (
                <li key={guide}>
                  <Link to={guidePath({ guide, part: null })}>{guides(`guide.${guide}`)}</Link>
                </li>
              ))}
            </ul>
            {i18n.language !== 'en-us' && <p>{guides('inEnglish')}</p>}
          </section>
          <ul className={styles.topics}>
            {found.map((topic) => (
              <li key={topic}>
                <Link to={pathTo('helpTopic', { topic })}>{pages[topic]?.title}</Link>
                <p>{pages[topic]?.purpose}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </Page>
  );
}
