import { useQuery } from '@tanstack/react-query';
import { Select } from '../renderer/ui/select.tsx';
import type { ScenarioHead } from '../shared/workbench.ts';
import { ask } from './control.ts';

const builtIn = 'built-in';

/** What a fixture is asked for by: undefined for the built-in firm. */
export function fixtureOf(chosen: string): string | undefined {
  return chosen === builtIn ? undefined : chosen;
}

export const firstFixture = builtIn;

interface FixtureFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One of the scenarios of the library, or the built-in firm. */
export function FixtureField({ label, value, onChange }: FixtureFieldProps) {
  const { data } = useQuery({
    queryKey: ['scenarios'],
    queryFn: () => ask<{ readonly results: readonly ScenarioHead[] }>('scenarios/'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const scenarios = data?.results ?? [];
  return (
    <Select
      label={label}
      options={[
        { id: builtIn, label: 'Built-in firm' },
        ...scenarios.map(({ name }) => ({ id: name, label: name })),
      ]}
      help={scenarios.find(({ name }) => name === value)?.sentence}
      value={value}
      onChange={onChange}
    />
  );
}
