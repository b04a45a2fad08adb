import type { Operation } from '../../../shared/api.ts';
import { errorCodes, failureOf } from '../../../shared/failures.ts';
import type { Tier } from '../../../shared/model/tiers.ts';
import { useConnections } from '../../data/connections.ts';
import { useTranslation } from '../../messages/language.ts';
import { Select } from '../../ui/select.tsx';

/** The one value that a filter lets pass, where it is among those that there are; null where all pass. */
export function oneOf<Value extends string>(
  values: readonly string[],
  among: readonly Value[],
): Value | null {
  return among.find((value) => values.includes(value)) ?? null;
}

/** The values that a filter lets pass, as far as they are among those that there are; none lets all pass. */
export function manyOf<Value extends string>(
  values: readonly string[],
  among: readonly Value[],
): readonly Value[] {
  return among.filter((value) => values.includes(value));
}

/** The id of a connection that a filter lets pass; null for all. */
export function connectionOf(values: readonly string[]): string | null {
  return values[0] ?? null;
}

const everyConnection = 'every:'; // no id of a connection is spelled like this

interface FilterProps {
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

/** Chooses whose activity is shown: everything that this app has done, or what it did through one connection. */
export function ConnectionFilter({ values, onChange }: FilterProps) {
  const { t } = useTranslation('activity');
  const { t: common } = useTranslation();
  const connections = useConnections();
  const value = connectionOf(values) ?? everyConnection;
  const isKnown = value === everyConnection || connections.some(({ id }) => id === value);
  return (
    <Select
      isCompact
      label={t('parts:field.connection')}
      options={[
        { id: everyConnection, label: t('filter.everyConnection') },
        ...connections.map(({ id, name, kind }) => ({ id, label: name, detail: common(`kind.${kind}`) })),
        ...(isKnown ? [] : [{ id: value, label: t('connection.removed') }]),
      ]}
      value={value}
      onChange={(id) => onChange(id === everyConnection ? [] : [id])}
    />
  );
}

export function PeriodFilter({ values, onChange }: FilterProps) {
  const { t } = useTranslation('activity');
  return (
    <Select<Period>
      isCompact
      label={t('parts:word.period')}
      options={periodChoices.map((id) => ({ id, label: t(`period.${id}`) }))}
      value={periodOf(values)}
      onChange={(period) => onChange(period === 'all' ? [] : [period])}
    />
  );
}

// What can be filtered by, in the order of the lists. The tables of the service bring their schemas along, which the
// interface does not bundle (decisions/0002).

type Spelled<Name extends string> = Name extends `${infer Noun}.${infer Verb}` ? `${Noun}-${Verb}` : never;

/** The key of an operation's words, in which a dot would mean something else. Without words it does not compile. */
export function operationKey(operation: Operation): Spelled<Operation> {
  return operation.replace('.', '-') as Spelled<Operation>; // what the type says
}

export function operationChoices(words: Readonly<Record<Spelled<Operation>, string>>): readonly Operation[] {
  return Object.keys(words).map((key) => key.replace('-', '.') as Operation); // the reverse of `operationKey`
}

const tierNames = {
  reference: true,
  read: true,
  read_heavy: true,
  write: true,
  write_heavy: true,
  lifecycle: true,
  token: true,
} as const satisfies Readonly<Record<Tier, true>>;
export const tierChoices = Object.keys(tierNames) as readonly Tier[]; // as above

/** The outcomes that a request can have, besides `ok`, in the order of the list. */
export const outcomeChoices = errorCodes.filter((code) => failureOf(code).shows !== undefined);

/** How far back is shown, in seconds; null for everything. */
export const periods = {
  all: null,
  hour: 3_600,
  day: 86_400,
  week: 604_800,
} as const;
export type Period = keyof typeof periods;
const periodChoices = Object.keys(periods) as readonly Period[]; // as above

export function periodOf(values: readonly string[]): Period {
  return oneOf(values, periodChoices) ?? 'all';
}
