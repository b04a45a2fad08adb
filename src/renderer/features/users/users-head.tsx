import type { ReactNode } from 'react';
import { useTranslation } from '../../messages/language.ts';
import { pathTo } from '../../routes.ts';
import { PageHeader } from '../../ui/page.tsx';
import { SectionLinks } from '../../ui/section-links.tsx';

interface Props {
  readonly section: 'people' | 'matrix';
  readonly actions?: ReactNode | undefined;
}

export function UsersHead({ section, actions }: Props) {
  const { t } = useTranslation('users');
  return (
    <PageHeader
      focusKey={section}
      title={t('commands:screens.users')}
      windowTitle={t(`section.${section}`)}
      tabs={
        <SectionLinks
          label={t('parts:word.sections')}
          links={[
            { id: 'people', label: t('section.people'), to: pathTo('users') },
            { id: 'matrix', label: t('section.matrix'), to: pathTo('userMatrix') },
          ]}
        />
      }
      actions={actions}
    />
  );
}
