import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type UnseenName, type UnseenNoun, unseenAbout } from '../../shared/inspection.ts';
import { unseenParts } from '../../shared/rules/service/inspection.ts';
import { inspectionQuery } from '../data/inspection.ts';
import { useTranslation } from '../messages/language.ts';
import type { Translate } from '../messages/translate.ts';
import { pathTo } from '../routes.ts';
import { Banner } from '../ui/banner.tsx';

interface InspectedNoticeProps {
  readonly connection: string;
  readonly of: readonly UnseenNoun[];
}

/** What the inspection of a connection found that a screen of these nouns cannot show, with the remedy; nothing where it shows all. */
export function InspectedNotice({ connection, of }: InspectedNoticeProps) {
  const { t } = useTranslation('inspection');
  const { data: found = null } = useQuery(inspectionQuery(connection));
  const unseen = unseenAbout(of).filter((name) => found?.unseen.includes(name) === true);
  if (unseen.length === 0) return null;
  return (
    <Banner tone="warning" isLine actions={<Link to={pathTo('inspection')}>{t('seeAll')}</Link>}>
      {unseen.map((name) => unseenWords(name, t)).join(' ')}
    </Banner>
  );
}

/** What the app does not see of the objects of a service, and what to do instead. */
export function unseenWords(name: UnseenName, t: Translate<'inspection'>): string {
  const { of, fields, act } = unseenParts(name);
  return t('unseen.line', { of: t(`areas.${of}`), fields, act: t(`unseen.act.${act}`) });
}
