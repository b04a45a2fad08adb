import { isCalendarDate } from '../../../shared/rules/service/calendar.ts';
import {
  idByPattern,
  isFillable,
  nameByPattern,
  namesAllowed,
  type PatternFault,
  type PatternUse,
  type PatternValues,
  patternFaults,
  patternValues,
} from '../../../shared/rules/texts/patterns.ts';
import { useAudits } from '../../data/audits.ts';
import { useClients, useLegalEntities } from '../../data/clients.ts';
import { useTranslation } from '../../messages/language.ts';
import { Note, Stack } from '../../ui/layout.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** What patterns are shown with: the values of a real audit, and the ids that are taken. */
export interface PatternSample {
  readonly values: PatternValues;
  readonly taken: ReadonlySet<string>;
}

/** The values of the audit with the latest period; without one nothing is known. */
export function usePatternSample(connection: string): PatternSample {
  const { entries: audits } = useAudits(connection);
  const { entries: clients } = useClients(connection);
  const [latest] = audits
    .filter(({ period_start: start, period_end: end }) => isCalendarDate(start) && isCalendarDate(end))
    .toSorted((a, b) => (a.period_end < b.period_end ? 1 : -1));
  const { entries: entities } = useLegalEntities(connection, latest?.client_organisation_id ?? '');
  const named = (of: readonly { readonly id: string; readonly name: string }[], id: string) => ({
    id,
    name: of.find((one) => one.id === id)?.name ?? id,
  });
  return {
    values: patternValues({
      client: named(clients, latest?.client_organisation_id ?? ''),
      entity: named(entities, latest?.legal_entity_ids[0] ?? ''),
      period: { start: latest?.period_start ?? '', end: latest?.period_end ?? '' },
      name: latest?.name ?? '',
    }),
    taken: new Set(audits.map(({ id }) => id)),
  };
}

interface PatternFieldProps {
  readonly name: string;
  readonly label: string;
  readonly use: PatternUse;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly sample: PatternSample;
  /** Whether it is for the components of a group, which the service names without one. */
  readonly isOfComponents?: boolean | undefined;
}

/** A pattern for names or ids, with what is wrong with it, or what it makes of a real audit. */
export function PatternField(props: PatternFieldProps) {
  const { name, label, use, value, onChange, sample, isOfComponents = false } = props;
  const { t } = useTranslation('templates');
  const words = usePatternWords();
  const faults = patternFaults(value, use);
  const isShown = value.trim() !== '' && faults.length === 0;
  return (
    <Stack gap="1">
      <TextField
        isOptional
        isCode={use.of === 'id'}
        name={name}
        label={label}
        help={words.help(use, isOfComponents)}
        value={value}
        onChange={onChange}
        error={faults.length === 0 ? undefined : faults.map(words.fault).join('\n')}
      />
      <Note role="status">
        {isShown &&
          previewOf(value, use, sample, t('pattern.noSample'), (text) => t('pattern.preview', { text }))}
      </Note>
    </Stack>
  );
}

function previewOf(
  pattern: string,
  { of }: PatternUse,
  { values, taken }: PatternSample,
  without: string,
  inWords: (text: string) => string,
): string {
  if (!isFillable(pattern, values)) return without;
  return inWords(of === 'id' ? idByPattern(pattern, values, taken) : nameByPattern(pattern, values));
}

/** The words of a pattern: what it may name, and what is wrong with it. */
function usePatternWords() {
  const { t } = useTranslation('templates');
  const namesOf = (use: PatternUse) =>
    namesAllowed(use)
      .map((name) => `{${name}}`)
      .join(', ');
  return {
    help: (use: PatternUse, isOfComponents: boolean): string =>
      t(isOfComponents ? 'pattern.helpComponents' : 'pattern.help', { names: namesOf(use) }),
    fault: (fault: PatternFault): string =>
      t(`pattern.fault.${fault.code}`, { subject: 'subject' in fault ? fault.subject : '' }),
  };
}
