import { X } from 'lucide-react';
import { useId, useState } from 'react';
import type { AuditTemplate } from '../../../shared/model/template.ts';
import type { Setting } from '../../../shared/model/work-package.ts';
import { useTranslation } from '../../messages/language.ts';
import { useSettingFaultWords, useSettingWords } from '../../messages/setting-words.ts';
import { IconButton } from '../../ui/button.tsx';
import { Note, Row, Stack } from '../../ui/layout.tsx';
import { Doubt } from '../doubt.tsx';
import { entryFault, entryOf, fieldType, settingValue } from '../settings/setting-entry.ts';
import { SettingField } from '../settings/setting-field.tsx';

/** What was entered since the template was opened, by the id of the setting: as it was typed, so that what is not right yet is not lost. */
export type Entries = Readonly<Record<string, unknown>>;

interface Held {
  readonly settings: AuditTemplate['settings'];
  readonly entries: Entries;
}

interface Props {
  readonly held: Held;
  /** Of the newest version of the work package, or why there are none. */
  readonly definitions: readonly Setting[] | 'no-package' | 'unread' | 'gone';
  readonly onChange: (held: Held) => void;
}

/** The settings of a template, each in the field of its type, and those that its work package does not have. */
export function TemplateSettings({ held, definitions: found, onChange }: Props) {
  const { t } = useTranslation('templates');
  const faultWords = useSettingFaultWords();
  const label = useId();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const definitions = typeof found === 'string' ? [] : found;
  const doubts = definitions.flatMap((definition) => {
    const { id, name } = definition;
    const fault = faultOf(definition, held);
    // What is being typed is judged once its field is left; what the template has already, at once.
    const isJudged = left.has(id) || !Object.hasOwn(held.entries, id);
    return fault === null || !isJudged ? [] : [`${name}: ${faultWords(fault)}`];
  });
  const help = typeof found === 'string' ? found : found.length === 0 ? null : 'intro';
  return (
    <div role="group" aria-labelledby={label}>
      <Stack gap="6">
        <div>
          <strong id={label}>{t('parts:field.settings')}</strong>
          <Note>{help === null ? t('parts:word.noSettings') : t(`settings.${help}`)}</Note>
        </div>
        <Doubt reasons={doubts} />
        {definitions.map((definition) => {
          const { id } = definition;
          return (
            <SettingField
              key={id}
              definition={definition}
              isSet={Object.hasOwn(held.settings, id)}
              entry={shownEntry(definition, held)}
              error={undefined}
              onChange={(entry) => onChange(withEntry(held, definition, entry))}
              onLeave={() => setLeft((former) => new Set([...former, id]))}
            />
          );
        })}
        <ForeignSettings held={held} definitions={found} onChange={onChange} />
      </Stack>
    </div>
  );
}

/** The settings that have no field: the work package does not have them, or none is chosen. */
function ForeignSettings({ held, definitions, onChange }: Props) {
  const { t } = useTranslation('templates');
  const words = useSettingWords();
  const isKnown = typeof definitions !== 'string';
  const foreign = Object.entries(held.settings).filter(
    ([id]) => !isKnown || !definitions.some((one) => one.id === id),
  );
  if (foreign.length === 0) return null;
  return (
    <div>
      {isKnown && <Note>{t('settings.foreign')}</Note>}
      <ul aria-label={t('parts:field.settings')}>
        {foreign.map(([id, value]) => (
          <Row as="li" key={id} isLine apart>
            <span>
              {id}: {words(null, value)}
            </span>
            <IconButton
              label={t('parts:word.removeNamed', { name: id })}
              icon={<X aria-hidden />}
              onPress={() => onChange(without(held, id))}
            />
          </Row>
        ))}
      </ul>
    </div>
  );
}

function faultOf(definition: Setting, held: Held) {
  return Object.hasOwn(held.settings, definition.id)
    ? entryFault(definition, shownEntry(definition, held))
    : null;
}

/** What was typed, as long as it is what the template has; with another work package it may be another kind of value. */
function shownEntry(definition: Setting, { settings, entries }: Held): unknown {
  const value = settings[definition.id];
  const typed = entries[definition.id];
  const isSame =
    Object.hasOwn(entries, definition.id) &&
    JSON.stringify(settingValue(definition, typed)) === JSON.stringify(value);
  return isSame ? typed : entryOf(fieldType(definition), value);
}

function withEntry(held: Held, definition: Setting, entry: unknown): Held {
  const { id } = definition;
  if (entry === undefined) return without(held, id);
  return {
    settings: { ...held.settings, [id]: settingValue(definition, entry) },
    entries: { ...held.entries, [id]: entry },
  };
}

function without({ settings, entries }: Held, id: string): Held {
  const { [id]: _, ...otherSettings } = settings;
  const { [id]: __, ...otherEntries } = entries;
  return { settings: otherSettings, entries: otherEntries };
}
