import { useTranslation } from 'react-i18next';
import type { Audit } from '../../../shared/model/audit.ts';
import type { Setting } from '../../../shared/model/work-package.ts';
import { useSettingWords } from '../../messages/setting-words.ts';
import { CodeBlock } from '../../ui/code.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Panel } from '../../ui/page.tsx';
import styles from './audit-detail.module.css';

interface AuditSettingsProps {
  readonly audit: Audit;
  /** Of the audit's work package; null where that could not be read. */
  readonly definitions: readonly Setting[] | null;
}

/** The settings that are in force, by the names of the work package; those that it does not know as JSON. */
export function AuditSettings({ audit, definitions }: AuditSettingsProps) {
  const { t } = useTranslation('audits');
  const defined = (definitions ?? []).filter(({ id }) => Object.hasOwn(audit.settings, id));
  const unknown = Object.fromEntries(
    Object.entries(audit.settings).filter(([id]) => !defined.some((definition) => definition.id === id)),
  );
  const hasUnknown = Object.keys(unknown).length > 0;
  const words = useSettingWords();
  return (
    <Panel title={t('detail.settings')}>
      {defined.length === 0 && !hasUnknown && <p className={styles.none}>{t('detail.noSettings')}</p>}
      {defined.length > 0 && (
        <DefinitionList
          items={defined.map((definition) => ({
            term: definition.name,
            value: words(definition, audit.settings[definition.id]) || (
              <span className={styles.none}>{t('detail.none')}</span>
            ),
          }))}
        />
      )}
      {hasUnknown && (
        <>
          <p className={styles.none}>{t('detail.unknownSettings')}</p>
          <CodeBlock label={t('detail.unknownSettings')} text={JSON.stringify(unknown, null, 2)} />
        </>
      )}
    </Panel>
  );
}
