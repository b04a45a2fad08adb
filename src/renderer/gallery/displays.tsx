import { FileStack } from 'lucide-react';
import { useState } from 'react';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { CodeBlock, CopyButton, Id } from '../ui/code.tsx';
import { CommandList } from '../ui/command-list.tsx';
import { DefinitionList } from '../ui/definition-list.tsx';
import { AlertDialog, Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Card, Columns, Cut, Note, Row, Stack } from '../ui/layout.tsx';
import { Sought } from '../ui/name.tsx';
import { Bullets, Panel, PlainTable } from '../ui/panel.tsx';
import { Skeleton, SkeletonRows } from '../ui/skeleton.tsx';
import { StatusMark, statusLooks } from '../ui/status-mark.tsx';
import { Steps } from '../ui/steps.tsx';
import { Tag } from '../ui/tag.tsx';
import { TextField } from '../ui/text-field.tsx';
import { WholeName } from '../ui/whole-name.tsx';
import styles from './gallery.module.css';
import { longName, Sample, Section } from './sample.tsx';

const nothing = (): void => {};
const highName = longName.slice(0, 70);
const type = ['page', 'section', 'search', 'body', 'secondary', 'code'] as const;
const spaces = ['half', '1', '1-half', '2', '3', '4', '6', '8'] as const;
const pairs = [
  ['canvas', 'text'],
  ['surface', 'text'],
  ['raised', 'text-muted'],
  ['hover', 'text'],
  ['selected', 'text'],
  ['accent', 'on-accent'],
  ['danger', 'on-danger'],
  ['danger-tint', 'danger'],
  ['warning-tint', 'warning'],
  ['success-tint', 'success'],
  ['info-tint', 'info'],
  ['kind-production', 'on-kind'],
  ['kind-test', 'on-kind'],
  ['kind-demonstration', 'on-kind'],
] as const;

/** The tokens: type, distances, elevations and colours. */
export function Scale() {
  return (
    <Section title="Tokens">
      <Sample of="type" isWide>
        <Row gap="4" align="end">
          {type.map((name) => (
            <span key={name} style={{ font: `var(--text-${name})` }}>
              {name} 0123 Łódź Ελλάδα
            </span>
          ))}
        </Row>
      </Sample>
      <Sample of="distances" isWide>
        <Row gap="4" align="end">
          {spaces.map((name) => (
            <span
              key={name}
              className={styles.space}
              style={{ width: `var(--space-${name})`, height: `var(--space-${name})` }}
            />
          ))}
        </Row>
      </Sample>
      <Sample of="elevations" isWide>
        <Row gap="4" align="end">
          {['1', '2'].map((level) => (
            <span key={level} className={styles.floats} style={{ boxShadow: `var(--elevation-${level})` }}>
              {level}
            </span>
          ))}
        </Row>
      </Sample>
      <Sample of="colours" isWide>
        <Row gap="4" align="end">
          {pairs.map(([ground, words]) => (
            <span
              key={ground}
              className={styles.swatch}
              style={{ background: `var(--${ground})`, color: `var(--${words})` }}
            >
              {ground}
            </span>
          ))}
        </Row>
      </Sample>
    </Section>
  );
}

const tones = ['info', 'success', 'warning', 'danger'] as const;

export function Notices() {
  return (
    <Section title="Notices">
      {tones.map((tone) => (
        <Sample key={tone} of={`banner, ${tone}`}>
          <Banner tone={tone} title="What happened" actions={<Button>Retry now</Button>}>
            What it means, and what to do.
          </Banner>
        </Sample>
      ))}
      <Sample of="banner, one line" isWide>
        <Banner isLine tone="warning" title="No answer since 10:42.">
          Shown is the offline copy.
        </Banner>
      </Sample>
      <Sample of="error notice" isWide>
        <ErrorNotice
          happened="The audit was not created."
          meaning="Nothing was changed."
          remedy="Look at the fields below."
          details={[{ name: 'Request', value: '0190-4f2a' }]}
        />
      </Sample>
      <Sample of="error summary" isWide>
        <ErrorSummary
          title="There is a problem"
          attempt={0}
          errors={[{ text: 'Enter a name.', field: 'name' }, { text: longName }]}
        />
      </Sample>
      <Sample of="status" isWide>
        <Row>
          {statusLooks.map((look) => (
            <StatusMark key={look} look={look} word={look} />
          ))}
          <Tag word="Test" title="A test organisation" />
        </Row>
      </Sample>
    </Section>
  );
}

/** What a screen is laid out with. */
export function Places() {
  return (
    <Section title="Panels, facts and ids">
      <Sample of="panel">
        <Panel title="Client" description="Whose audit it is." actions={<Button>Change</Button>}>
          <DefinitionList
            items={[
              { term: 'Name', value: longName },
              { term: 'Period', value: '2026-01-01 – 2026-12-31' },
              { term: 'Id', value: <Id value="HOLD-2026" isCopyable /> },
            ]}
          />
        </Panel>
      </Sample>
      <Sample of="stack">
        <Stack divided>
          <p>One below</p>
          <p>the other</p>
        </Stack>
      </Sample>
      <Sample of="row">
        <Row apart>
          <Cut>{longName}</Cut>
          <Note>beside it</Note>
        </Row>
      </Sample>
      <Sample of="columns">
        <Columns min={120}>
          <TextField label="From" value="2026" onChange={nothing} />
          <TextField label="To" value="2027" onChange={nothing} />
        </Columns>
      </Sample>
      <Sample of="card">
        <Card>{longName}</Card>
        <Card isLow isPending>
          3 changes wait
        </Card>
      </Sample>
      <Sample of="a name in a high row, with what is searched for">
        <Sought value="noordzee">
          <WholeName text={highName} twin="HOLD-2026" />
        </Sought>
      </Sample>
      <Sample of="bullets">
        <Bullets>
          <li>One sentence.</li>
          <li>Another one.</li>
        </Bullets>
      </Sample>
      <Sample of="plain table">
        <PlainTable>
          <thead>
            <tr>
              <th scope="col">Window</th>
              <th scope="col">Limit</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Minute</th>
              <td>60</td>
            </tr>
          </tbody>
        </PlainTable>
      </Sample>
      <Sample of="code">
        <CodeBlock label="Request" text={'{\n  "name": "Hold Co 2026"\n}'} />
        <CopyButton text="HOLD-2026" />
      </Sample>
      <Sample of="steps">
        <Steps
          label="Steps"
          current="period"
          onGo={nothing}
          steps={[
            { id: 'client', title: 'Client', state: 'done', isReachable: true },
            { id: 'period', title: 'Period', state: 'current', isReachable: true },
            { id: 'settings', title: 'Settings', state: 'error', isReachable: true },
            { id: 'review', title: longName, state: 'upcoming', isReachable: false },
          ]}
        />
      </Sample>
      <Sample of="empty state">
        <EmptyState title="No audits yet" icon={<FileStack aria-hidden />}>
          The audits of the firm are listed here.
        </EmptyState>
      </Sample>
      {(['list', 'tree', 'network', 'people', 'matrix'] as const).map((picture) => (
        <Sample key={picture} of={`empty state, ${picture}`}>
          <EmptyState title="Nothing here yet" picture={picture}>
            What will be here.
          </EmptyState>
        </Sample>
      ))}
      <Sample of="empty state, with a way out">
        <EmptyState title="No results" action={<Button variant="quiet">Clear filters</Button>}>
          No audit has these words.
        </EmptyState>
      </Sample>
    </Section>
  );
}

export function Waiting() {
  return (
    <Section title="Waiting">
      <Sample of="skeleton">
        <Skeleton width="60%" />
      </Sample>
      <Sample of="rows of a list" isWide>
        <SkeletonRows count={3} widths={['70%', '40%', '20%']} label="Reading" />
      </Sample>
    </Section>
  );
}

/** What lies over the window, each behind a button. */
export function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'question' | 'commands' | null>(null);
  const [typed, setTyped] = useState('');
  const close = () => setOpen(null);
  return (
    <Section title="Over the window">
      <Sample of="dialog">
        <Button onPress={() => setOpen('dialog')}>Open the dialog</Button>
      </Sample>
      <Sample of="question">
        <Button onPress={() => setOpen('question')}>Open the question</Button>
      </Sample>
      <Sample of="commands">
        <Button onPress={() => setOpen('commands')}>Open the commands</Button>
      </Sample>
      <Dialog
        isOpen={open === 'dialog'}
        onClose={close}
        title="Add components"
        actions={<Button variant="primary">Add</Button>}
      >
        <TextField label="Name" value={typed} onChange={setTyped} />
      </Dialog>
      <AlertDialog
        isOpen={open === 'question'}
        isDestructive
        title="Delete the audit"
        confirm="Delete audit"
        cancel="Keep it"
        onConfirm={close}
        onCancel={close}
      >
        <p>{longName}</p>
      </AlertDialog>
      {open === 'commands' && (
        <CommandList
          label="Search or command"
          placeholder="Search or command"
          typed={typed}
          onType={setTyped}
          onClose={close}
          onChoose={close}
          foot="2 commands"
          empty="Nothing"
          groups={[
            {
              id: 'all',
              title: 'Commands',
              entries: [
                { key: 'new', label: 'New audit', shortcut: 'Ctrl+N' },
                { key: 'delete', label: 'Delete audit', reason: 'No audit is open.' },
              ],
            },
          ]}
        />
      )}
    </Section>
  );
}
