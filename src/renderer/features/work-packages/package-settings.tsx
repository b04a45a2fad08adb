import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settingTypes } from '../../../shared/model/terms.ts';
import type { Setting } from '../../../shared/model/work-package.ts';
import { useSettingWords } from '../../messages/setting-words.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock, Id } from '../../ui/code.tsx';
import { Panel } from '../../ui/page.tsx';
import styles from './work-packages.module.css';

const atOnce = 50; // more are drawn when somebody wants them

/** The settings of a version: name, type, default and what can be chosen; one of a type that nobody knows as JSON. */
export function PackageSettings({ settings }: { readonly settings: readonly Setting[] }) {
  const { t } = useTranslation('work-packages');
  const [shown, setShown] = useState(atOnce);
  return (
    <Panel title={t('settings.title')}>
      {settings.length === 0 ? (
        <p className={styles.none}>{t('settings.none')}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('settings.name')}</th>
              <th scope="col">{t('settings.type')}</th>
              <th scope="col">{t('settings.default')}</th>
              <th scope="col">{t('settings.options')}</th>
            </tr>
          </thead>
          <tbody>
            {settings.slice(0, shown).map((setting) => (
              <SettingRow key={setting.id} setting={setting} />
            ))}
          </tbody>
        </table>
      )}
      {settings.length > shown && (
        <div>
          <Button onPress={() => setShown(shown + atOnce)}>
            {t('settings.more', { count: settings.length - shown })}
          </Button>
        </div>
      )}
    </Panel>
  );
}

function SettingRow({ setting }: { readonly setting: Setting }) {
  const { t } = useTranslation('work-packages');
  const words = useSettingWords();
  const type = settingTypes.find((known) => known === setting.type);
  const fallback = words(setting, setting.default);
  return (
    <tr>
      <th scope="row">
        <span className={styles.settingName}>{setting.name}</span>
        <Id value={setting.id} />
      </th>
      <td>{type === undefined ? setting.type : t(`settings.types.${type}`)}</td>
      <td>
        {type === undefined ? (
          <CodeBlock
            label={t('settings.raw', { name: setting.name })}
            text={JSON.stringify({ default: setting.default, options: setting.options }, null, 2)}
          />
        ) : (
          fallback || <span className={styles.none}>{t('settings.noDefault')}</span>
        )}
      </td>
      <td>
        {type !== undefined && setting.options.length > 0 && (
          <ul className={styles.labels}>
            {setting.options.map(({ value, label }) => (
              <li key={JSON.stringify(value)}>{label}</li>
            ))}
          </ul>
        )}
      </td>
    </tr>
  );
}
