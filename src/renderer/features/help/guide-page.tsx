import { useQuery } from '@tanstack/react-query';
import type { MarkedToken, Token, Tokens } from 'marked';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useTranslation } from '../../messages/language.ts';
import { pathTo, useRouteId } from '../../routes.ts';
import { CodeBlock } from '../../ui/code.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { Bullets, PlainTable } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import {
  type Guide,
  type GuideName,
  guideNames,
  guidePath,
  guideQuery,
  headingId,
  known,
  placeOfLink,
  plain,
} from './guides.ts';
import styles from './help.module.css';

/** A document of the project, read in the app and without a network. It is in English, whatever the app speaks. */
export function GuidePage() {
  const { t } = useTranslation('help');
  const { t: common } = useTranslation();
  const id = useRouteId('guide');
  const name = guideNames.find((each) => each === id);
  return name === undefined ? (
    <Page>
      <PageHeader title={common('ui.noMatch')} back={<Link to={pathTo('help')}>{t('all')}</Link>} />
    </Page>
  ) : (
    <GuideOf key={name} name={name} />
  );
}

function GuideOf({ name }: { readonly name: GuideName }) {
  const { t, i18n } = useTranslation('help');
  const { t: guides } = useTranslation('guides');
  const { data: guide } = useQuery(guideQuery(name));
  return (
    <Page>
      <PageHeader
        title={guide?.title ?? t('commands:screens.help')}
        description={i18n.language === 'en-us' ? undefined : guides('inEnglish')}
        back={<Link to={pathTo('help')}>{t('all')}</Link>}
      />
      {guide === undefined ? (
        <SkeletonRows count={6} widths={['80%']} label={t('common:list.reading')} />
      ) : (
        <GuideText name={name} guide={guide} />
      )}
    </Page>
  );
}

function GuideText({ name, guide }: { readonly name: GuideName; readonly guide: Guide }) {
  const { t } = useTranslation('guides');
  const article = useRef<HTMLDivElement>(null);
  const [search] = useSearchParams();
  const part = search.get('part');
  useEffect(() => {
    if (part === null) return;
    const heading = article.current?.querySelector<HTMLElement>(`#${CSS.escape(part)}`);
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: 'start' });
  }, [part]);
  const parts = guide.blocks.filter((block) => block.type === 'heading').filter(({ depth }) => depth === 2);
  return (
    <Stack ref={article} gap="4" width="text" className={styles.article} lang="en">
      <nav aria-label={t('contents')}>
        <Bullets>
          {parts.map(({ text }) => (
            <li key={text}>
              <Link to={guidePath({ guide: name, part: headingId(text) })}>{plain(text)}</Link>
            </li>
          ))}
        </Bullets>
      </nav>
      {guide.blocks.map((block, place) =>
        block.type === 'code' ? (
          <CodeBlock
            key={place}
            text={block.text}
            label={t('example', {
              number: guide.blocks.slice(0, place + 1).filter(({ type }) => type === 'code').length,
            })}
          />
        ) : (
          <TokenView key={place} token={block} name={name} /> // a text never changes its order
        ),
      )}
    </Stack>
  );
}

interface TokensProps {
  readonly tokens: readonly Token[] | undefined;
  readonly name: GuideName;
}

function TokensView({ tokens, name }: TokensProps) {
  return known(tokens).map((token, place) => <TokenView key={place} token={token} name={name} />);
}

/** A token as an element; what these documents do not use stands as it is written, and `guides.test.ts` finds it. */
function TokenView({ token, name }: { readonly token: MarkedToken; readonly name: GuideName }): ReactNode {
  const inner = 'tokens' in token ? <TokensView tokens={token.tokens} name={name} /> : null;
  if (token.type === 'heading') {
    const Heading = token.depth === 2 ? 'h2' : 'h3';
    return (
      <Heading id={headingId(token.text)} tabIndex={-1}>
        {plain(token.text)}
      </Heading>
    );
  }
  if (token.type === 'paragraph') return <p>{inner}</p>;
  if (token.type === 'table') return <TableView table={token} name={name} />;
  if (token.type === 'strong') return <strong>{inner}</strong>;
  if (token.type === 'em') return <em>{inner}</em>;
  if (token.type === 'codespan') return <code>{token.text}</code>;
  if (token.type === 'text') return inner ?? token.text;
  if (token.type === 'list') {
    return (
      <Bullets as={token.ordered ? 'ol' : 'ul'}>
        {token.items.map(({ tokens }, place) => (
          <li key={place}>
            <TokensView tokens={tokens} name={name} />
          </li>
        ))}
      </Bullets>
    );
  }
  if (token.type === 'link') {
    const place = placeOfLink(name, token.href);
    return place === null ? inner : <Link to={guidePath(place)}>{inner}</Link>;
  }
  return token.raw;
}

function TableView({ table, name }: { readonly table: Tokens.Table; readonly name: GuideName }) {
  const { t } = useTranslation('guides');
  return (
    <div className={styles.table} role="group" tabIndex={0} aria-label={t('table')}>
      <PlainTable>
        <thead>
          <tr>
            {table.header.map(({ tokens }, place) =>
              tokens.length === 0 ? (
                <td key={place} />
              ) : (
                <th key={place} scope="col">
                  <TokensView tokens={tokens} name={name} />
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((cells, row) => (
            <tr key={row}>
              {cells.map(({ tokens }, place) => (
                <td key={place}>
                  <TokensView tokens={tokens} name={name} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </div>
  );
}
