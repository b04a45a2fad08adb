import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../renderer/ui/button.tsx';
import { Row, Stack } from '../renderer/ui/layout.tsx';
import { Panel } from '../renderer/ui/panel.tsx';
import { TextField } from '../renderer/ui/text-field.tsx';
import type { SnapshotHead } from '../shared/workbench.ts';
import { ask } from './control.ts';
import { ConfirmButton, Entries, FileField, Refusal } from './parts.tsx';
import { inFull } from './times.ts';
import { useCommand } from './use-command.ts';

const lost = 'The state as it is now is lost. Used quota, faults and the list of requests are empty then.';

/** States that are kept by name, or go out to a file and come in from one. */
export function SnapshotsPanel() {
  const snapshots = useQuery({
    queryKey: ['snapshots'],
    queryFn: () => ask<{ readonly results: readonly SnapshotHead[] }>('snapshots/'),
    refetchInterval: 5_000,
  });
  const at = (name: string) => `snapshots/${encodeURIComponent(name)}/`;
  const restore = useCommand(
    (name: string) => ask(`${at(name)}restore/`, { method: 'POST' }),
    (name) => `The state is that of ${name}.`,
  );
  const remove = useCommand(
    (name: string) => ask(at(name), { method: 'DELETE' }),
    (name) => `The snapshot ${name} is deleted.`,
  );
  const read = useCommand(
    (file: File) => ask('snapshot/', { method: 'POST', body: file }),
    ({ name }) => `The state is that of ${name}.`,
  );
  const results = snapshots.data?.results ?? [];
  return (
    <Panel title="Snapshots" description="The whole state: audits, tokens, clock, limits and fixture.">
      <Entries
        label="Snapshots"
        entries={results.map(({ name, taken_at: taken }) => ({
          id: name,
          text: `${name} · ${inFull(taken)}`,
          actions: (
            <>
              <ConfirmButton
                label="Restore"
                title={`Restore the snapshot ${name}?`}
                confirm="Restore the snapshot"
                text={lost}
                onConfirm={() => restore.mutateAsync(name)}
              />
              <ConfirmButton
                label="Delete"
                title={`Delete the snapshot ${name}?`}
                confirm="Delete the snapshot"
                text="It cannot be restored any more."
                onConfirm={() => remove.mutateAsync(name)}
              />
            </>
          ),
        }))}
      />
      <Refusal of={[restore, remove, read, snapshots]} />
      <KeepForm />
      <Row gap="3" align="end">
        <a href="snapshot/" download="sandbox.snapshot">
          Download the state as a file
        </a>
        <FileField label="Restore a file" onChoose={(file) => read.mutate(file)} />
      </Row>
    </Panel>
  );
}

function KeepForm() {
  const [name, setName] = useState('');
  const keep = useCommand(
    (given: string) => ask('snapshots/', { method: 'POST', body: { name: given } }),
    (given) => `The state is kept as ${given}.`,
  );
  return (
    <Stack
      as="form"
      onSubmit={(event) => {
        event.preventDefault();
        keep.mutate(name, { onSuccess: () => setName('') });
      }}
    >
      <Row gap="3" align="end">
        <TextField label="Name of the snapshot" value={name} onChange={setName} isCode />
        <Button type="submit" isPending={keep.isPending}>
          Keep the state
        </Button>
      </Row>
      <Refusal of={[keep]} />
    </Stack>
  );
}
