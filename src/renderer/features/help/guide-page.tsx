import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useTranslation } from '../../messages/language.ts';
import { pathTo, useRouteId } from '../../routes.ts';
import { CodeBlock } from '../../ui/code.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { Block, Guide, Piece } from './guide-text.ts';
import { type GuideName, guideNames, guidePath, guideQuery, placeOfLink } from './guides.ts';
import styles from './help.module.css';

/** A document of the project, read in the app and without a network. It is in English, whatever the app speaks. */
export function GuidePage() {
  const { t } = useTranslation('help');
  const id = useRouteId('guide');
  const name = guideNames.find((each) => each === id);
  return name === undefined ? (
    <Page>
      <PageHeader title={t('noPage')} back={<Link to={pathTo('help')}>{t('all')}</Link>} />
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
        title={guide?.title ?? t('title')}
        description={i18n.language === 'en-us' ? undefined : guides('inEnglish')}
        back={<Link to={pathTo('help')}>{t('all')}</Link>}
      />
      {guide === undefined ? (
        <SkeletonRows count={6} widths={['80%']} label={t('reading')} />
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
  const parts = guide.blocks.filter((block) => block.kind === 'heading' && block.level === 2);
  return (
    <div ref={article} className={styles.article} lang="en">
      <nav aria-label={t('contents')}>
        <ul>
          {parts.map((block) =>
            block.kind === 'heading' ? (
              <li key={block.id}>
                <Link to={guidePath({ guide: name, part: block.id })}>{block.text}</Link>
              </li>
            ) : null,
          )}
        </ul>
      </nav>
      {guide.blocks.map((block, place) => (
        <BlockView key={place} block={block} name={name} /> // a text never changes its order
      ))}
    </div>
  );
}

function BlockView({ block, name }: { readonly block: Block; readonly name: GuideName }): ReactNode {
  const { t } = useTranslation('guides');
  switch (block.kind) {
    case 'heading': {
      const Heading = block.level === 2 ? 'h2' : 'h3';
      return (
        <Heading id={block.id} tabIndex={-1}>
          {block.text}
        </Heading>
      );
    }
    case 'paragraph':
      return (
        <p>
          <Pieces pieces={block.pieces} name={name} />
        </p>
      );
    case 'list': {
      const List = block.isNumbered ? 'ol' : 'ul';
      return (
        <List>
          {block.entries.map((pieces, place) => (
            <li key={place}>
              <Pieces pieces={pieces} name={name} />
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return (
        <div className={styles.table} role="group" tabIndex={0} aria-label={t('table')}>
          <table>
            <thead>
              <tr>
                {block.head.map((pieces, place) =>
                  pieces.length === 0 ? (
                    <td key={place} />
                  ) : (
                    <th key={place} scope="col">
                      <Pieces pieces={pieces} name={name} />
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((cells, row) => (
                <tr key={row}>
                  {cells.map((pieces, place) => (
                    <td key={place}>
                      <Pieces pieces={pieces} name={name} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case 'code':
      return <CodeBlock text={block.text} label={t('example', { number: block.number })} />;
  }
}

function Pieces({ pieces, name }: { readonly pieces: readonly Piece[]; readonly name: GuideName }) {
  return pieces.map((piece, place) => <PieceView key={place} piece={piece} name={name} />);
}

function PieceView({ piece, name }: { readonly piece: Piece; readonly name: GuideName }): ReactNode {
  switch (piece.kind) {
    case 'text':
      return piece.text;
    case 'strong':
      return <strong>{piece.text}</strong>;
    case 'emphasis':
      return <em>{piece.text}</em>;
    case 'code':
      return <code>{piece.text}</code>;
    case 'link': {
      const place = placeOfLink(name, piece.to);
      return place === null ? piece.text : <Link to={guidePath(place)}>{piece.text}</Link>;
    }
  }
}
