import { useTranslation } from 'react-i18next';
import type { LegalEntity } from '../../../shared/model/client-organisation.ts';
import type { GroupComponents } from '../../data/group-components.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Id } from '../../ui/code.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import styles from './clients.module.css';
import type { Standing } from './entity-standing.ts';
import type { Usage } from './usage.ts';
import { UsageTable } from './usage-table.tsx';

interface EntityUsageProps {
  readonly entity: LegalEntity;
  readonly standing: Standing | null;
  /** As far as the components were read. */
  readonly uses: readonly Usage[];
  /** How many group audits the client has. */
  readonly groups: number;
  readonly components: GroupComponents;
}

/** One legal entity: its id, what is odd about its place in the tree, and the audits and components that contain it. */
export function EntityUsage({ entity, standing, uses, groups, components }: EntityUsageProps) {
  const { t } = useTranslation('clients');
  const read = components.byGroup.size;
  return (
    <section className={styles.usage} aria-label={t('uses.title', { name: entity.name })}>
      <div className={styles.entityName}>
        <h3>{t('uses.title', { name: entity.name })}</h3>
        <Id value={entity.id} isCopyable />
      </div>
      {standing !== null && (
        <Banner tone="warning">{t(`uses.${standing}`, { parent: entity.parent_id ?? '' })}</Banner>
      )}
      <ComponentsReading groups={groups} components={components} />
      {uses.length === 0 ? (
        <p className={styles.none}>{t(read === groups ? 'uses.none' : 'uses.noneYet')}</p>
      ) : (
        <UsageTable label={t('uses.title', { name: entity.name })} rows={uses} withGroup />
      )}
    </section>
  );
}

/** How far the components of the client's group audits were looked through; a person begins it, and may stop it. */
function ComponentsReading({ groups, components }: Pick<EntityUsageProps, 'groups' | 'components'>) {
  const { t } = useTranslation('clients');
  const errorWords = useErrorWords();
  const read = components.byGroup.size;
  if (groups === 0 || read === groups) return null;
  if (components.error !== null)
    return (
      <ErrorNotice
        {...errorWords(components.error)}
        tone="warning"
        role="status"
        action={<Button onPress={components.read}>{t('uses.readOn')}</Button>}
      />
    );
  if (components.isReading)
    return (
      <div className={styles.reading} role="status">
        <progress aria-label={t('uses.reading')} value={read} max={groups} />
        {t('uses.progress', { read, count: groups })}
        <Button variant="quiet" onPress={components.stop}>
          {t('uses.stop')}
        </Button>
      </div>
    );
  return (
    <div className={styles.reading}>
      {t('uses.unread', { count: groups - read })}
      <Button onPress={components.read}>{t('uses.read')}</Button>
    </div>
  );
}
