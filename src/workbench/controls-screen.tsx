import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../renderer/ui/button.tsx';
import { Columns, Row, Stack } from '../renderer/ui/layout.tsx';
import { announce } from '../renderer/ui/live-region.tsx';
import { Page, PageHeader } from '../renderer/ui/page.tsx';
import { Panel } from '../renderer/ui/panel.tsx';
import { TextField } from '../renderer/ui/text-field.tsx';
import { ask, sentenceOf } from './control.ts';
import { FaultsPanel } from './faults-panel.tsx';
import { FixtureField, firstFixture, fixtureOf } from './fixture-field.tsx';
import { notANumber, numberIn } from './numbers.ts';
import { ConfirmButton, Refusal } from './parts.tsx';
import { inFull } from './times.ts';
import { useCommand } from './use-command.ts';

/** What can be done to the service by hand. */
export function ControlsScreen() {
  return (
    <Page>
      <PageHeader title="Controls" description="What no request to the API can do." />
      <ClockPanel />
      <FaultsPanel />
      <FixturePanel />
    </Page>
  );
}

interface Clock {
  readonly now: string;
  readonly frozen?: boolean;
}

const steps = [
  ['1 minute', 60],
  ['1 hour', 3_600],
  ['1 day', 86_400],
] as const;

function ClockPanel() {
  const client = useQueryClient();
  const [seconds, setSeconds] = useState('');
  const [isTried, setTried] = useState(false);
  const number = numberIn(seconds);
  const clock = useQuery({
    queryKey: ['clock'],
    queryFn: () => ask<Clock>('clock/'),
    refetchInterval: 1_000,
  });
  const advance = useMutation({
    mutationFn: (body: { readonly advance_seconds: number } | { readonly frozen: boolean }) =>
      ask<Clock>('clock/', { method: 'POST', body }),
    onSuccess: (now) => {
      client.setQueryData(['clock'], now);
      announce(
        `The clock of the service is at ${inFull(now.now)}${now.frozen === true ? ', and held' : ''}.`,
      );
    },
  });
  return (
    <Panel
      title="Clock"
      description="Moves forward only: tokens end, windows pass, audits open. A reset sets it back."
    >
      <p>
        The service has <strong>{clock.data === undefined ? '…' : inFull(clock.data.now)}</strong>
        {clock.data?.frozen === true && ', held'}
        {clock.isError && ', when it answered last'}
      </p>
      <Refusal of={[clock]} />
      <Row>
        {steps.map(([name, by]) => (
          <Button key={name} onPress={() => advance.mutate({ advance_seconds: by })}>
            {`Forward ${name}`}
          </Button>
        ))}
        <Button onPress={() => advance.mutate({ frozen: clock.data?.frozen !== true })}>
          {clock.data?.frozen === true ? 'Let it go' : 'Hold it'}
        </Button>
      </Row>
      <Stack
        as="form"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(number === null);
          if (number !== null) advance.mutate({ advance_seconds: number });
          else announce(notANumber);
        }}
      >
        <Row gap="3" align="end">
          <TextField
            label="Seconds"
            value={seconds}
            onChange={setSeconds}
            inputMode="decimal"
            error={isTried && number === null ? notANumber : errorOf(advance.error)}
          />
          <Button type="submit">Forward</Button>
        </Row>
      </Stack>
    </Panel>
  );
}

const errorOf = (error: Error | null) => (error === null ? undefined : sentenceOf(error));

function FixturePanel() {
  const [fixture, setFixture] = useState(firstFixture);
  const reset = useCommand(
    () => ask('reset/', { method: 'POST' }),
    () => 'The service is as its fixture has it.',
  );
  const load = useCommand(
    () => ask('fixture/', { method: 'POST', body: { fixture: fixtureOf(fixture) } }),
    () => 'The fixture is loaded.',
  );
  return (
    <Panel
      title="Fixture"
      description="Tokens, quota windows, faults and the list of requests are gone after a reset, and after another fixture is loaded."
    >
      <Columns min={200}>
        <FixtureField label="Scenario" value={fixture} onChange={setFixture} />
      </Columns>
      <Refusal of={[load, reset]} />
      <Row>
        <ConfirmButton
          label="Load the scenario"
          title="Load the scenario?"
          confirm="Load the scenario"
          text={`Everything in the service is replaced by ${fixtureOf(fixture) ?? 'the built-in firm'}, its service accounts too.`}
          onConfirm={() => load.mutateAsync()}
        />
        <ConfirmButton
          label="Reset the service"
          title="Reset the service?"
          confirm="Reset the service"
          text="What was created since the start is lost, and every client has to log in again."
          onConfirm={() => reset.mutateAsync()}
        />
      </Row>
    </Panel>
  );
}
