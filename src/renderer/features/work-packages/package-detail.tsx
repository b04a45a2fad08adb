import { useState } from 'react';
import { settingTypes } from '../../../shared/model/terms.ts';
import type { Price, ScopingLabel, Setting, WorkPackage } from '../../../shared/model/work-package.ts';
import { packageName, quoteOf } from '../../../shared/rules/service/work-package.ts';
import {
  labelsOnce,
  type WorkPackageChange,
  workPackageChanges,
} from '../../../shared/rules/service/work-package-changes.ts';
import { type AuditWords, useAuditWords } from '../../messages/audit-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { usePriceWords } from '../../messages/price-words.ts';
import { useSettingWords } from '../../messages/setting-words.ts';
import type { Translate } from '../../messages/translate.ts';
import { isUnseen, useUnseenWords } from '../../messages/unseen-words.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock, Id } from '../../ui/code.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Panel } from '../../ui/page.tsx';
import { Select } from '../../ui/select.tsx';
import { Tag } from '../../ui/tag.tsx';
import { comparable } from './package-tree.ts';
import styles from './work-packages.module.css';

interface PackageDetailProps {
  readonly workPackage: WorkPackage;
  readonly packages: readonly WorkPackage[];
}

/** One version of a work package: its offer, its changes, its settings and its prices. */
export function PackageDetail({ workPackage, packages }: PackageDetailProps) {
  const { t } = useTranslation('work-packages');
  const words = useAuditWords();
  const { others, previous, isNewest } = comparable(packages, workPackage);
  const labels = [...labelsOnce(workPackage.scoping_packages).values()];
  const unseen = useUnseenWords();
  const none = (field: keyof WorkPackage) => (
    <span className={styles.none}>{isUnseen(workPackage, field) ? unseen.long : t('detail.none')}</span>
  );
  const shown = (field: keyof WorkPackage, said: readonly string[]) =>
    said.length === 0
      ? none(field)
      : isUnseen(workPackage, field)
        ? `${said.join(', ')}. ${unseen.also}`
        : said.join(', ');
  return (
    <section className={styles.detail} aria-label={packageName(workPackage)}>
      <div className={styles.title}>
        <h2>{packageName(workPackage)}</h2>
        {isNewest && <Tag word={t('newest')} />}
        <Id value={workPackage.id} isCopyable />
      </div>
      <Panel title={t('detail.offers')}>
        <DefinitionList
          items={[
            {
              term: t('detail.languages'),
              value: shown('languages', workPackage.languages.map(words.language)),
            },
            {
              term: t('detail.auditTypes'),
              value: shown('audit_types', workPackage.audit_types.map(words.type)),
            },
            {
              term: t('detail.labels'),
              value:
                labels.length === 0 ? (
                  none('scoping_packages')
                ) : (
                  <ul className={styles.labels}>
                    {labels.map(({ label, languages }) => (
                      <li key={label}>
                        {languages === null
                          ? label
                          : t('detail.labelIn', {
                              label,
                              languages: languages.map(words.language).join(', '),
                            })}
                      </li>
                    ))}
                    {isUnseen(workPackage, 'scoping_packages') && <li>{unseen.also}</li>}
                  </ul>
                ),
            },
          ]}
        />
      </Panel>
      <PackageChanges workPackage={workPackage} others={others} previous={previous} />
      <PackageSettings settings={workPackage.settings} isUnread={isUnseen(workPackage, 'settings')} />
      <PackagePrices prices={workPackage.prices} />
    </section>
  );
}

interface PackageChangesProps {
  readonly workPackage: WorkPackage;
  readonly others: readonly WorkPackage[];
  /** The version before: the comparison starts with it. */
  readonly previous: WorkPackage | null;
}

function PackageChanges({ workPackage, others, previous }: PackageChangesProps) {
  const { t } = useTranslation('work-packages');
  const [chosen, setChosen] = useState(previous?.id ?? null);
  const before = others.find(({ id }) => id === chosen) ?? null;
  const words = useChangeWords();
  const changes = before === null ? null : workPackageChanges(before, workPackage).map(words);
  return (
    <Panel title={t('changes.title')}>
      {others.length === 0 ? (
        <p className={styles.none}>{t('changes.only')}</p>
      ) : (
        <>
          <div className={styles.compared}>
            <Select
              isCompact
              label={t('changes.with')}
              placeholder={t('changes.choose')}
              options={others.map((other) => ({
                id: other.id,
                label: packageName(other),
                detail: other.id,
              }))}
              value={chosen}
              onChange={setChosen}
            />
          </div>
          {changes === null && <p className={styles.none}>{t('changes.first')}</p>}
          {changes?.length === 0 && <p className={styles.none}>{t('changes.none')}</p>}
          {changes !== null && changes.length > 0 && (
            <ul className={styles.changes} aria-label={t('changes.title')}>
              {changes.map(({ sign, what, text }, place) => (
                <li key={`${place} ${text}`} data-sign={sign}>
                  <span className={styles.what}>{what}</span>
                  <span>{text}</span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Panel>
  );
}

/** The price list, as information: the service charges the first line whose conditions hold (decisions.md §5.4). */
export function PackagePrices({ prices }: { readonly prices: readonly Price[] }) {
  const { t } = useTranslation('work-packages');
  const words = useAuditWords();
  const { short } = usePriceWords();
  return (
    <Panel title={t('prices.title')} description={t('prices.information')}>
      {prices.length === 0 ? (
        <p className={styles.none}>{t('prices.none')}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('prices.type')}</th>
              <th scope="col">{t('prices.condition')}</th>
              <th scope="col" className={styles.end}>
                {t('prices.credits')}
              </th>
            </tr>
          </thead>
          <tbody>
            {prices.map((price, place) => (
              // Two lines may say the same.
              <tr key={`${place} ${price.audit_type}`}>
                <th scope="row">
                  {price.audit_type === '' ? t('prices.unknown') : words.type(price.audit_type)}
                </th>
                <td>
                  {t(`prices.${price.applies}`)}
                  {quoteOf(price).kind === 'unread' && (
                    <p className={styles.none}>{t('prices.came', { said: price.asItCame })}</p>
                  )}
                </td>
                <td className={styles.end}>{short(quoteOf(price))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

const atOnce = 50; // a person can ask for more

/** The settings of a version. A setting of an unknown type shows as JSON. */
function PackageSettings({
  settings,
  isUnread,
}: {
  readonly settings: readonly Setting[];
  /** Whether some of them could not be read. */
  readonly isUnread: boolean;
}) {
  const { t } = useTranslation('work-packages');
  const unseen = useUnseenWords();
  const [shown, setShown] = useState(atOnce);
  return (
    <Panel title={t('settings.title')}>
      {settings.length === 0 ? (
        <p className={styles.none}>{isUnread ? unseen.long : t('settings.none')}</p>
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
      {isUnread && settings.length > 0 && <p className={styles.none}>{unseen.also}</p>}
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
  const unseen = useUnseenWords();
  return (
    <tr>
      <th scope="row">
        <span className={styles.settingName}>{setting.name}</span>
        <Id value={setting.id} />
      </th>
      <td>{type === undefined ? setting.type || unseen.short : t(`settings.types.${type}`)}</td>
      <td>
        {type === undefined ? (
          <CodeBlock
            label={t('settings.raw', { name: setting.name })}
            text={JSON.stringify({ default: setting.default, options: setting.options }, null, 2)}
          />
        ) : (
          fallback || (
            <span className={styles.none}>
              {isUnseen(setting, 'default') ? unseen.short : t('settings.noDefault')}
            </span>
          )
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

interface ToldChange {
  readonly sign: 'added' | 'removed' | 'changed';
  /** "New", "Gone" or "Changed". */
  readonly what: string;
  readonly text: string;
}

type Words = Translate<'work-packages'>;

function useChangeWords(): (change: WorkPackageChange) => ToldChange {
  const { t } = useTranslation('work-packages');
  const audit = useAuditWords();
  const value = useSettingWords();
  const { short } = usePriceWords();
  return (change) => {
    const sign = signOf(change.kind);
    return { sign, what: t(`changes.${sign}`), text: textOf(change, t, audit, value, short) };
  };
}

function textOf(
  change: WorkPackageChange,
  t: Words,
  audit: AuditWords,
  value: ReturnType<typeof useSettingWords>,
  price: ReturnType<typeof usePriceWords>['short'],
): string {
  const { kind } = change;
  const fallback = (setting: Setting) => value(setting, setting.default) || t('settings.noDefault');
  const languages = (label: ScopingLabel) =>
    label.languages?.map(audit.language).join(', ') ?? t('change.allLanguages');
  switch (kind) {
    case 'setting-added':
    case 'setting-removed':
      return t('change.setting', { name: change.setting.name });
    case 'setting-renamed':
      return t('change.settingName', { before: change.before.name, after: change.after.name });
    case 'setting-type':
      return t('change.settingType', {
        name: change.after.name,
        before: change.before.type,
        after: change.after.type,
      });
    case 'setting-default':
      return t('change.settingDefault', {
        name: change.after.name,
        before: fallback(change.before),
        after: fallback(change.after),
      });
    case 'option-added':
    case 'option-removed':
      return t('change.option', { name: change.setting.name, option: change.option.label });
    case 'option-renamed':
      return t('change.optionName', {
        name: change.setting.name,
        before: change.before.label,
        after: change.after.label,
      });
    case 'label-added':
    case 'label-removed':
      return t('change.label', { label: change.label.label });
    case 'label-languages':
      return t('change.labelLanguages', {
        label: change.after.label,
        before: languages(change.before),
        after: languages(change.after),
      });
    case 'language-added':
    case 'language-removed':
      return t('change.language', { language: audit.language(change.language) });
    case 'audit-type-added':
    case 'audit-type-removed':
      return t('change.auditType', { type: audit.type(change.auditType) });
    case 'price':
      return t(
        change.coupled === null
          ? 'change.price'
          : change.coupled
            ? 'change.priceCoupled'
            : 'change.priceAlone',
        {
          type: audit.type(change.auditType),
          before: price(change.before),
          after: price(change.after),
        },
      );
  }
}

function signOf(kind: WorkPackageChange['kind']): ToldChange['sign'] {
  if (kind.endsWith('-added')) return 'added';
  return kind.endsWith('-removed') ? 'removed' : 'changed';
}
