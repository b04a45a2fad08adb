import { FileText, Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { AppError } from '../../../shared/error.ts';
import { call } from '../../data/call.ts';
import { useActiveConnection } from '../../data/connections.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { formatMomentAndZone } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Menu } from '../../ui/menu.tsx';
import styles from './printout.module.css';

interface PrintMenuProps {
  /** The heading, the title of the document, and the head of every page. */
  readonly title: string;
  /** Shown under the heading. */
  readonly facts?: readonly { readonly term: string; readonly value: string }[];
  /** What it shows of the service, with when that was read. */
  readonly read: { readonly readAt: number };
  readonly isWide?: boolean | undefined;
  /** Where its button stands, as an icon; null until that place is there. Without it, here. A failure is said here. */
  readonly place?: HTMLElement | null | undefined;
  /** Rendered only while it is printed. */
  readonly children: ReactNode;
}

/**
 * Prints a screen or saves it as a tagged PDF: a document of its own, with connection, time and page numbers, which is in the
 * page only while it is printed.
 */
export function PrintMenu({ title, facts = [], read: { readAt }, isWide, place, children }: PrintMenuProps) {
  const { t, i18n } = useTranslation('print');
  const { t: tCommon } = useTranslation();
  const describe = useErrorWords();
  const connection = useActiveConnection();
  const [printedAt, setPrintedAt] = useState<number | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const moment = printedAt === null ? '' : formatMomentAndZone(printedAt, i18n.language);
  const origin = connection === null ? '' : `${tCommon(`kind.${connection.kind}`)}: ${connection.name}`;

  const print = async (to: 'pdf' | 'printer') => {
    const at = Date.now();
    setError(null);
    flushSync(() => setPrintedAt(at)); // it must be in the page before it is printed
    const restore = dress({ title, place: origin, moment: formatMomentAndZone(at, i18n.language) });
    const reply = await call('page.print', { name: title, to });
    restore();
    setPrintedAt(null);
    if (!reply.ok) setError(reply.error);
    else if (reply.value.printed && to === 'pdf') announce(t('parts:word.fileSaved'));
  };

  const icon = <Printer aria-hidden />;
  const isPending = printedAt !== null;
  const menu = (
    <Menu
      label={t('print')}
      trigger={
        place === undefined ? (
          <Button icon={icon} isPending={isPending}>
            {t('print')}
          </Button>
        ) : (
          <IconButton label={t('print')} icon={icon} isPending={isPending} />
        )
      }
      entries={[
        { id: 'pdf', label: t('pdf'), detail: t('pdfDetail'), icon: <FileText aria-hidden /> },
        { id: 'printer', label: t('paper'), icon },
      ]}
      onAction={(to) => void print(to)}
    />
  );
  return (
    <>
      {place === undefined ? menu : place !== null && createPortal(menu, place)}
      {error !== null && <ErrorNotice {...describe(error, t('failed'))} role="status" />}
      {printedAt !== null &&
        createPortal(
          <article className={cx(styles.printout, isWide === true && styles.wide)}>
            <header className={styles.head}>
              <h1>{title}</h1>
              <DefinitionList
                isLow
                items={[
                  ...facts,
                  ...(readAt > 0
                    ? [{ term: t('read'), value: formatMomentAndZone(readAt, i18n.language) }]
                    : []),
                  { term: t('parts:field.connection'), value: origin },
                  { term: t('account'), value: connection?.clientId ?? '' },
                  { term: t('printed'), value: moment },
                ]}
              />
            </header>
            {children}
          </article>,
          document.body,
        )}
    </>
  );
}

/** Sets the title, and the heads and feet of the pages; answers what removes them. */
function dress(texts: { readonly title: string; readonly place: string; readonly moment: string }) {
  const former = document.title;
  const { style } = document.documentElement;
  document.title = texts.title; // the title of the PDF
  for (const [name, text] of Object.entries(texts)) style.setProperty(`--print-${name}`, cssString(text));
  return () => {
    if (document.title === texts.title) document.title = former;
    for (const name of Object.keys(texts)) style.removeProperty(`--print-${name}`);
  };
}

export function cssString(text: string): string {
  const escaped = text.replace(/["\\\p{Cc}]/gu, (sign) => `\\${(sign.codePointAt(0) ?? 0).toString(16)} `);
  return `"${escaped}"`;
}
