import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../renderer/ui/button.tsx';
import { Columns, Stack } from '../renderer/ui/layout.tsx';
import { announce } from '../renderer/ui/live-region.tsx';
import { Panel } from '../renderer/ui/panel.tsx';
import { Select } from '../renderer/ui/select.tsx';
import { TextField } from '../renderer/ui/text-field.tsx';
import { tiers } from '../shared/model/tiers.ts';
import type { WaitingFault } from '../shared/workbench.ts';
import { ask } from './control.ts';
import { faultOf, notANumber, numberIn } from './numbers.ts';
import { Entries, Refusal } from './parts.tsx';
import { useCommand } from './use-command.ts';

const kinds = {
  status: 'Answer with a status',
  drop_before: 'Reset before it is carried out',
  drop_after: 'Carry out, then reset',
  truncate: 'Send half of the answer',
  delay: 'Answer later',
  not_json: 'Answer with a web page',
} as const;
type Kind = keyof typeof kinds;

const every = 'any';

/** What was typed; an empty text is left out. */
interface Typed {
  readonly kind: Kind;
  readonly method: string;
  readonly tier: string;
  readonly path: string;
  readonly status: string;
  readonly seconds: string;
  readonly skip: string;
  readonly times: string;
  readonly probability: string;
  readonly seed: string;
}

const untyped: Typed = {
  kind: 'status',
  method: every,
  tier: every,
  path: '/api/v1/',
  status: '503',
  seconds: '5',
  skip: '',
  times: '1',
  probability: '',
  seed: '',
};

const chosen = (text: string) => (text === every ? undefined : text);

const numeric = ['status', 'seconds', 'skip', 'times', 'probability', 'seed'] as const;

/** What cannot be sent, since it is no number. Which numbers are right is told by the service. */
function faultsOf(typed: Typed): Partial<Record<keyof Typed, string | undefined>> {
  const used = numeric.filter(
    (key) =>
      (key !== 'status' && key !== 'seconds') || key === (typed.kind === 'delay' ? 'seconds' : typed.kind),
  );
  return Object.fromEntries(used.map((key) => [key, faultOf(typed[key])]));
}

/** The body that adds the fault, once all its numbers are some. */
function bodyOf(typed: Typed): Readonly<Record<string, unknown>> {
  const number = (text: string) => numberIn(text) ?? undefined;
  return {
    kind: typed.kind,
    method: chosen(typed.method),
    tier: chosen(typed.tier),
    path: typed.path,
    times: numberIn(typed.times), // null for ever
    skip: number(typed.skip),
    probability: number(typed.probability),
    seed: number(typed.seed),
    ...(typed.kind === 'status' ? { status: number(typed.status) } : {}),
    ...(typed.kind === 'delay' ? { seconds: number(typed.seconds) } : {}),
  };
}

export function FaultsPanel() {
  const [typed, setTyped] = useState(untyped);
  const [isTried, setTried] = useState(false);
  const faults = useQuery({
    queryKey: ['faults'],
    queryFn: () => ask<{ readonly results: readonly WaitingFault[] }>('faults/waiting/'),
    refetchInterval: 1_000,
  });
  const add = useCommand(
    () => ask('faults/', { method: 'POST', body: bodyOf(typed) }),
    () => 'The fault waits for requests.',
  );
  const remove = useCommand(
    (id: string) => ask(`faults/${id}/`, { method: 'DELETE' }),
    (id) => `Fault ${id} is removed.`,
  );
  const clear = useCommand(
    () => ask('faults/', { method: 'DELETE' }),
    () => 'All faults are removed.',
  );
  const waiting = faults.data?.results ?? [];
  return (
    <Panel
      title="Faults"
      description="A fault waits for matching requests, then acts on them. Of several the first added acts."
      actions={waiting.length > 0 && <Button onPress={() => clear.mutate()}>Remove all</Button>}
    >
      {waiting.length > 0 && (
        <Entries
          label="Faults that wait"
          entries={waiting.map((fault) => ({
            id: fault.id,
            text: wordsOf(fault),
            actions: (
              <Button aria-label={`Remove fault ${fault.id}`} onPress={() => remove.mutate(fault.id)}>
                Remove
              </Button>
            ),
          }))}
        />
      )}
      <Stack
        as="form"
        onSubmit={(event) => {
          event.preventDefault();
          const isReadable = Object.values(faultsOf(typed)).every((fault) => fault === undefined);
          setTried(!isReadable);
          if (isReadable) add.mutate();
          else announce(notANumber);
        }}
      >
        <FaultFields typed={typed} faults={isTried ? faultsOf(typed) : {}} onChange={setTyped} />
        <Refusal of={[add, remove, clear, faults]} />
        <Button type="submit" variant="primary" isPending={add.isPending}>
          Add the fault
        </Button>
      </Stack>
    </Panel>
  );
}

function wordsOf(fault: WaitingFault) {
  const { id, kind, status, seconds, method, path, tier, probability, seed, skip, times, taken } = fault;
  return [
    [`${id}. ${kind}`, status, seconds === undefined ? undefined : `${seconds} s`]
      .filter((word) => word !== undefined)
      .join(' '),
    [method ?? 'any method', path === '' ? 'any path' : path].join(' '),
    ...(tier === null ? [] : [`tier ${tier}`]),
    ...(probability < 1 ? [`probability ${probability}, seed ${seed}`] : []),
    ...(skip > 0 ? [`lets ${skip} pass`] : []),
    times === null ? 'for ever' : times === 1 ? 'once more' : `${times} more times`,
    `acted on ${taken}`,
  ].join(' · ');
}

interface FaultFieldsProps {
  readonly typed: Typed;
  readonly faults: ReturnType<typeof faultsOf>;
  readonly onChange: (typed: Typed) => void;
}

function FaultFields({ typed, faults, onChange }: FaultFieldsProps) {
  const choice = (label: string, key: 'method' | 'tier', values: readonly string[]) => (
    <Select
      label={label}
      options={[every, ...values].map((id) => ({ id, label: id }))}
      value={typed[key]}
      onChange={(value) => onChange({ ...typed, [key]: value })}
    />
  );
  const field = (label: string, key: Exclude<keyof Typed, 'kind' | 'method' | 'tier'>, help?: string) => (
    <TextField
      label={label}
      help={help}
      error={faults[key]}
      value={typed[key]}
      onChange={(value) => onChange({ ...typed, [key]: value })}
      isCode
    />
  );
  return (
    <Columns min={200}>
      <Select
        label="What happens"
        options={Object.entries(kinds).map(([id, label]) => ({ id: id as Kind, label }))}
        value={typed.kind}
        onChange={(kind) => onChange({ ...typed, kind })}
      />
      {typed.kind === 'status' && field('Status', 'status')}
      {typed.kind === 'delay' && field('Seconds', 'seconds')}
      {choice('Method', 'method', ['GET', 'POST', 'PATCH', 'DELETE'])}
      {choice('Tier', 'tier', tiers)}
      {field('Path begins with', 'path')}
      {field('Lets pass first', 'skip', 'Empty: none.')}
      {field('Times', 'times', 'Empty: for ever.')}
      {field('Probability', 'probability', 'Empty: always.')}
      {field('Seed', 'seed', 'Empty: by chance.')}
    </Columns>
  );
}
