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
import { Note, Row, Stack } from '../../ui/layout.tsx';
import { Panel, PlainTable } from '../../ui/panel.tsx';
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
    <Note as="span" size="body">
      {isUnseen(workPackage, field) ? unseen.long : t('parts:word.notProvided')}
    </Note>
  );
  const shown = (field: keyof WorkPackage, said: readonly string[]) =>
    said.length === 0
      ? none(field)
      : isUnseen(workPackage, field)
        ? `${said.join(', ')}. ${unseen.also}`
        : said.join(', ');
  return (
    <Stack as="section" gap="4" aria-label={packageName(workPackage)}>
      <Row gap="3">
        <h2>{packageName(workPackage)}</h2>
        {isNewest && <Tag word={t('newest')} />}
        <Id value={workPackage.id} isCopyable />
      </Row>
      <Panel title={t('detail.offers')}>
        <DefinitionList
          items={[
            {
              term: t('parts:field.languages'),
              value: shown('languages', workPackage.languages.map(words.language)),
            },
            {
              term: t('parts:field.audit_types'),
              value: shown('audit_types', workPackage.audit_types.map(words.type)),
            },
            {
              term: t('parts:field.scoping_labels'),
              value:
                labels.length === 0 ? (
                  none('scoping_packages')
                ) : (
                  <Stack as="ul" gap="half">
                    {labels.map(({ label, languages }) => (
                      <li key={label}>
                        {languages === null
                          ? label
                          : `${label} (${languages.map(words.language).join(', ')})`}
                      </li>
                    ))}
                    {isUnseen(workPackage, 'scoping_packages') && <li>{unseen.also}</li>}
                  </Stack>
                ),
            },
          ]}
        />
      </Panel>
      <PackageChanges workPackage={workPackage} others={others} previous={previous} />
      <PackageSettings settings={workPackage.settings} isUnread={isUnseen(workPackage, 'settings')} />
      <PackagePrices prices={workPackage.prices} />
    </Stack>
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
        <Note size="body">{t('changes.only')}</Note>
      ) : (
        <>
          <Row>
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
          </Row>
          {changes === null && <Note size="body">{t('changes.first')}</Note>}
          {changes?.length === 0 && <Note size="body">{t('changes.none')}</Note>}
          {changes !== null && changes.length > 0 && (
            <Stack as="ul" divided className={styles.changes} aria-label={t('changes.title')}>
              {changes.map(({ sign, what, text }, place) => (
                <Row as="li" key={`${place} ${text}`} gap="3" isLine align="start" data-sign={sign}>
                  <span className={styles.what}>{what}</span>
                  <span>{text}</span>
                </Row>
              ))}
            </Stack>
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
        <Note size="body">{t('prices.none')}</Note>
      ) : (
        <PlainTable className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('parts:field.audit_type')}</th>
              <th scope="col">{t('prices.condition')}</th>
              <th scope="col" className={styles.end}>
                {t('parts:field.credits')}
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
                    <Note size="body">{t('prices.came', { said: price.asItCame })}</Note>
                  )}
                </td>
                <td className={styles.end}>{short(quoteOf(price))}</td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
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
  const { t: commands } = useTranslation('commands');
  const unseen = useUnseenWords();
  const [shown, setShown] = useState(atOnce);
  return (
    <Panel title={commands('screens.settings')}>
      {settings.length === 0 ? (
        <Note size="body">{isUnread ? unseen.long : t('parts:word.noSettings')}</Note>
      ) : (
        <PlainTable className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('parts:word.setting')}</th>
              <th scope="col">{t('parts:word.type')}</th>
              <th scope="col">{t('settings.default')}</th>
              <th scope="col">{t('settings.options')}</th>
            </tr>
          </thead>
          <tbody>
            {settings.slice(0, shown).map((setting) => (
              <SettingRow key={setting.id} setting={setting} />
            ))}
          </tbody>
        </PlainTable>
      )}
      {isUnread && settings.length > 0 && <Note size="body">{unseen.also}</Note>}
      {settings.length > shown && (
        <div>
          <Button onPress={() => setShown(shown + atOnce)}>
            {t('parts:word.showMore', { count: settings.length - shown })}
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
        {setting.name}
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
            <Note as="span" size="body">
              {isUnseen(setting, 'default') ? unseen.short : t('parts:word.noDefault')}
            </Note>
          )
        )}
      </td>
      <td>
        {type !== undefined && setting.options.length > 0 && (
          <Stack as="ul" gap="half">
            {setting.options.map(({ value, label }) => (
              <li key={JSON.stringify(value)}>{label}</li>
            ))}
          </Stack>
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
  const fallback = (setting: Setting) => value(setting, setting.default) || t('parts:word.noDefault');
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
      return t('change.price', {
        type:
          change.coupled === null
            ? audit.type(change.auditType)
            : `${audit.type(change.auditType)} · ${t(change.coupled ? 'prices.coupled' : 'prices.alone')}`,
        before: price(change.before),
        after: price(change.after),
      });
  }
}

function signOf(kind: WorkPackageChange['kind']): ToldChange['sign'] {
  if (kind.endsWith('-added')) return 'added';
  return kind.endsWith('-removed') ? 'removed' : 'changed';
}
