import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../renderer/ui/button.tsx';
import { CodeBlock } from '../renderer/ui/code.tsx';
import { Card, Columns, Row, Stack } from '../renderer/ui/layout.tsx';
import { announce } from '../renderer/ui/live-region.tsx';
import { PlainTable } from '../renderer/ui/panel.tsx';
import { Select } from '../renderer/ui/select.tsx';
import { TextField } from '../renderer/ui/text-field.tsx';
import { type Tier, tiers, type WindowName, windowNames } from '../shared/model/tiers.ts';
import type { FirmState, UserState, WindowState } from '../shared/workbench.ts';
import { ask, sentenceOf } from './control.ts';
import { faultOf, notANumber, numberIn } from './numbers.ts';
import { Entries, Refusal } from './parts.tsx';
import { inFull } from './times.ts';
import { useCommand } from './use-command.ts';
import styles from './workbench.module.css';

/** The quota windows of a firm, and its credits, which can be set. */
export function FirmView({ firm }: { readonly firm: FirmState }) {
  return (
    <Card as="details" isLow className={styles.exchange}>
      <summary>{`${firm.credits.toLocaleString('en-US')} credits, accounts, users and quota windows`}</summary>
      <Credits firm={firm} />
      <Accounts firm={firm} />
      <PlainTable>
        <caption>Requests that count, of how many</caption>
        <thead>
          <tr>
            <th scope="col">Tier</th>
            {windowNames.map((window) => (
              <th key={window} scope="col">
                {window}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {firm.tiers.map(({ tier, windows }) => (
            <tr key={tier}>
              <th scope="row">{tier}</th>
              <Windows windows={windows} />
            </tr>
          ))}
          {firm.accounts.map(({ client_id: id, token }) => (
            <tr key={`token ${id}`}>
              <th scope="row">{`token, ${id}`}</th>
              <Windows windows={token} />
            </tr>
          ))}
        </tbody>
      </PlainTable>
      <Limits firm={firm} />
      <Users key={firm.users} firm={firm} />
    </Card>
  );
}

function Windows({ windows }: { readonly windows: readonly WindowState[] }) {
  return windows.map((window) => <td key={window.window}>{stateOf(window)}</td>);
}

/** The users of a firm, whether they are on an audit or not; read once they are asked for. */
function Users({ firm }: { readonly firm: FirmState }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['users', firm.id],
    queryFn: () =>
      ask<{ readonly results: readonly UserState[] }>(`state/${encodeURIComponent(firm.id)}/users/`),
    enabled: isOpen,
  });
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{`${firm.users.toLocaleString('en-US')} users`}</summary>
      <Refusal of={[{ error }]} />
      {data !== undefined && (
        <CodeBlock
          label="Users"
          text={data.results.map(({ email, name }) => `${email} · ${name}`).join('\n')}
        />
      )}
    </details>
  );
}

function stateOf({ limit, counted, room_at: at }: WindowState): string {
  if (limit === null) return `${counted}, no limit`;
  const count = `${counted} of ${limit.toLocaleString('en-US')}`;
  if (limit === 0) return `${count}, never has room`;
  return at === null ? count : `${count}, room at ${inFull(at)}`;
}

function Credits({ firm }: { readonly firm: FirmState }) {
  const [typed, setTyped] = useState('');
  const [isTried, setTried] = useState(false);
  const credits = numberIn(typed);
  const change = useCommand(
    (amount: number) => ask(pathOf(firm), { method: 'POST', body: { credits: amount } }),
    (amount) => `The credits are set to ${amount}.`,
  );
  const refusal = change.isError ? sentenceOf(change.error) : undefined;
  return (
    <Row
      as="form"
      gap="3"
      align="end"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(credits === null);
        if (credits !== null) change.mutate(credits);
        else announce(notANumber);
      }}
    >
      <TextField
        label="Credits"
        value={typed}
        onChange={setTyped}
        inputMode="decimal"
        error={isTried && credits === null ? notANumber : refusal}
      />
      <Button type="submit">Set the credits</Button>
    </Row>
  );
}

const pathOf = ({ id }: FirmState) => `firms/${encodeURIComponent(id)}/`;

const managerRole = 'api_account_manager';

/** The service accounts of a firm. Nobody is told their secrets. */
function Accounts({ firm }: { readonly firm: FirmState }) {
  const change = useCommand(
    ({ id, body }: { readonly id: string; readonly body: unknown }) =>
      ask(`service-accounts/${encodeURIComponent(id)}/`, { method: 'POST', body }),
    ({ id }) => `The account ${id} is changed.`,
  );
  return (
    <>
      <Entries
        label="Service accounts"
        entries={firm.accounts.map(({ client_id: id, roles }) => {
          const others = roles.filter((role) => role !== managerRole);
          const isManager = others.length < roles.length;
          return {
            id,
            text: `${id} · ${roles.length === 0 ? 'no role' : roles.join(', ')}`,
            actions: (
              <>
                <Button
                  aria-label={`${isManager ? 'Take from' : 'Give'} ${id} the role ${managerRole}`}
                  onPress={() =>
                    change.mutate({ id, body: { roles: isManager ? others : [...others, managerRole] } })
                  }
                >
                  {`${isManager ? 'Take' : 'Give'} ${managerRole}`}
                </Button>
                <Button
                  aria-label={`Revoke the tokens of ${id}`}
                  onPress={() => change.mutate({ id, body: { revoke_tokens: true } })}
                >
                  Revoke tokens
                </Button>
              </>
            ),
          };
        })}
      />
      <Refusal of={[change]} />
    </>
  );
}

/** Sets the limits of a tier. */
function Limits({ firm }: { readonly firm: FirmState }) {
  const [tier, setTier] = useState<Tier>('read');
  return (
    <>
      <Columns min={200}>
        <Select
          label="Tier"
          options={tiers.map((id) => ({ id, label: id }))}
          value={tier}
          onChange={setTier}
        />
      </Columns>
      <LimitsForm key={tier} firm={firm} tier={tier} />
    </>
  );
}

/** The limits in force, as texts; those of `token` are the same for each account. */
function limitsOf({ tiers: ofFirm, accounts }: FirmState, tier: Tier): Readonly<Record<WindowName, string>> {
  const windows = tier === 'token' ? accounts[0]?.token : ofFirm.find((one) => one.tier === tier)?.windows;
  const textOf = (name: WindowName) => {
    const limit = windows?.find(({ window }) => window === name)?.limit ?? null;
    return limit === null ? '' : String(limit);
  };
  return { burst: textOf('burst'), sustained: textOf('sustained'), daily: textOf('daily') };
}

/** All windows of a tier are set at once, so it begins with those in force. A window without a number has no limit. */
function LimitsForm({ firm, tier }: { readonly firm: FirmState; readonly tier: Tier }) {
  const [typed, setTyped] = useState(limitsOf(firm, tier));
  const [isTried, setTried] = useState(false);
  const change = useCommand(
    () => {
      const windows = windowNames.flatMap((name) => {
        const limit = numberIn(typed[name]);
        return limit === null ? [] : [[name, limit] as const];
      });
      const limits = { [tier]: Object.fromEntries(windows) };
      return ask(pathOf(firm), { method: 'POST', body: { rate_limits: limits } });
    },
    () => `The limits of ${tier} are set.`,
  );
  return (
    <Stack
      as="form"
      onSubmit={(event) => {
        event.preventDefault();
        const isReadable = windowNames.every((name) => faultOf(typed[name]) === undefined);
        setTried(!isReadable);
        if (isReadable) change.mutate();
        else announce(notANumber);
      }}
    >
      <Columns min={200}>
        {windowNames.map((name) => (
          <TextField
            key={name}
            label={`Limit, ${name}`}
            help="Empty: none."
            error={isTried ? faultOf(typed[name]) : undefined}
            value={typed[name]}
            onChange={(value) => setTyped({ ...typed, [name]: value })}
            inputMode="numeric"
          />
        ))}
      </Columns>
      <Refusal of={[change]} />
      <Button type="submit">Set the limits</Button>
    </Stack>
  );
}
