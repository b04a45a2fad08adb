import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../renderer/ui/banner.tsx';
import { Button } from '../renderer/ui/button.tsx';
import { writeClipboard } from '../renderer/ui/clipboard.ts';
import { Columns, Row, Stack } from '../renderer/ui/layout.tsx';
import { announce } from '../renderer/ui/live-region.tsx';
import { Page, PageHeader } from '../renderer/ui/page.tsx';
import { Panel } from '../renderer/ui/panel.tsx';
import { TextField } from '../renderer/ui/text-field.tsx';
import type { WorldHead } from '../shared/workbench.ts';
import { ask } from './control.ts';
import { FixtureField, firstFixture, fixtureOf } from './fixture-field.tsx';
import { ConfirmButton, Entries, FileField, Refusal } from './parts.tsx';
import { SnapshotsPanel } from './snapshots-panel.tsx';
import { useCommand } from './use-command.ts';

/** The services beside the first one, and the states that are kept of this one. */
export function WorldsScreen() {
  const [, world] = /^\/worlds\/([^/]+)\/__sandbox\//.exec(window.location.pathname) ?? [];
  return (
    <Page>
      <PageHeader title="Worlds" description="Services side by side, and states to return to." />
      {world === undefined ? <WorldsPanel /> : <OtherWorlds world={world} />}
      <SnapshotsPanel />
    </Page>
  );
}

function OtherWorlds({ world }: { readonly world: string }) {
  return (
    <Panel title="Worlds" description={`This is the workbench of the world ${world}.`}>
      <p>
        <a href="/__sandbox/#/worlds">All worlds</a>
      </p>
    </Panel>
  );
}

interface Made extends WorldHead {
  readonly client_secret: string;
}

function WorldsPanel() {
  const worlds = useQuery({
    queryKey: ['worlds'],
    queryFn: () => ask<{ readonly results: readonly WorldHead[] }>('worlds/'),
    refetchInterval: 5_000,
  });
  const remove = useCommand(
    (name: string) => ask(`worlds/${name}/`, { method: 'DELETE' }),
    (name) => `The world ${name} is deleted.`,
  );
  const results = worlds.data?.results ?? [];
  return (
    <Panel
      title="Worlds"
      description="Each has firms, tokens, a clock, faults, limits and a workbench of its own, behind its own base URL."
    >
      <Entries
        label="Worlds"
        entries={results.map(({ name, base_url: url, client_id: account }) => ({
          id: name,
          text: (
            <>
              <a href={`/worlds/${name}/__sandbox/`} aria-label={`Open the workbench of ${name}`}>
                {name}
              </a>
              {` · ${url} · ${account}`}
            </>
          ),
          actions: (
            <>
              <Button
                aria-label={`Copy the base URL of ${name}`}
                onPress={() => {
                  if (writeClipboard(url)) announce(`The base URL of ${name} is copied.`);
                }}
              >
                Copy base URL
              </Button>
              <ConfirmButton
                label="Delete"
                title={`Delete the world ${name}?`}
                confirm="Delete the world"
                text="Everything in it is lost, its data file too. Requests to it are answered with 404."
                onConfirm={() => remove.mutateAsync(name)}
              />
            </>
          ),
        }))}
      />
      <Refusal of={[remove, worlds]} />
      <NewWorld />
    </Panel>
  );
}

function NewWorld() {
  const [name, setName] = useState('');
  const [fixture, setFixture] = useState(firstFixture);
  const [made, setMade] = useState<Made | null>(null);
  const create = useCommand(
    async (given: unknown) => {
      setMade(null);
      const world = await ask<Made>('worlds/', { method: 'POST', body: { name, fixture: given } });
      setMade(world);
      setName('');
      return world;
    },
    (_given, world) => `The world ${world.name} is created.`,
  );
  return (
    <Stack
      as="form"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate(fixtureOf(fixture));
      }}
    >
      <Columns min={200}>
        <TextField label="Name of the new world" value={name} onChange={setName} isCode />
        <FixtureField label="It starts from" value={fixture} onChange={setFixture} />
      </Columns>
      <Refusal of={[create]} />
      {made !== null && (
        <Banner tone="success" role="status" title={`The world ${made.name} is created.`}>
          <p>{`Base URL ${made.base_url}, client id ${made.client_id}, client secret ${made.client_secret}`}</p>
        </Banner>
      )}
      <Row gap="3" align="end">
        <Button type="submit" variant="primary" isPending={create.isPending}>
          Create the world
        </Button>
        <FileField
          label="Create it from a fixture file"
          onChoose={(file) => void documentIn(file).then(create.mutate)}
        />
      </Row>
    </Stack>
  );
}

/** What a file holds; where it is no JSON, its text, so that the service says what it takes. */
async function documentIn(file: File): Promise<unknown> {
  const text = await file.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
