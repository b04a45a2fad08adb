import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useShortcuts } from '../../data/shortcuts.ts';
import { useCommandTitles } from '../../messages/command-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Bullets } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { guideOf, guidePath } from './guides.ts';
import { commandsOf, helpPagesQuery, isList } from './help-pages.ts';

interface Props {
  readonly topic: string;
  /** Hears that a person follows a link out of the article. */
  readonly onLeave?: (() => void) | undefined;
}

export function HelpArticle({ topic, onLeave }: Props) {
  const { t, i18n } = useTranslation('help');
  const { t: guides } = useTranslation('guides');
  const { t: common } = useTranslation();
  const { data: pages } = useQuery(helpPagesQuery(i18n.language));
  if (pages === undefined)
    return <SkeletonRows count={6} widths={['80%']} label={t('common:list.reading')} />;
  const page = pages[topic];
  if (page === undefined) return <p>{common('ui.noMatch')}</p>;
  const place = guideOf(topic);
  return (
    <Stack gap="4" width="text">
      <p>{page.purpose}</p>
      {place !== null && (
        <p>
          <Link to={guidePath(place)} onClick={onLeave}>
            {guides('more')}
          </Link>
        </p>
      )}
      <Points title={t('can')} points={page.can} />
      <Points title={t('final')} points={page.final} />
      <Keys topic={topic} />
    </Stack>
  );
}

function Points({ title, points }: { readonly title: string; readonly points: readonly string[] }) {
  if (points.length === 0) return null;
  return (
    <Stack as="section" gap="2">
      <h2>{title}</h2>
      <Bullets>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </Bullets>
    </Stack>
  );
}

function Keys({ topic }: { readonly topic: string }) {
  const { t } = useTranslation('help');
  const { t: commands } = useTranslation('commands');
  const titleOf = useCommandTitles();
  const shortcutOf = useShortcuts();
  const items = commandsOf(topic).flatMap((id) => {
    const shortcut = shortcutOf(id);
    return shortcut === null ? [] : [{ term: titleOf(id), value: <kbd>{shortcut.text}</kbd> }];
  });
  return (
    <Stack as="section" gap="2">
      <h2>{t('keys')}</h2>
      <DefinitionList items={items} />
      {isList(topic) && <p>{commands('sheet.lists')}</p>}
    </Stack>
  );
}
