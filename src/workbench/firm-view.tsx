import { useState } from 'react';
import { Button } from '../renderer/ui/button.tsx';
import { Select } from '../renderer/ui/select.tsx';
import { TextField } from '../renderer/ui/text-field.tsx';
import { type Tier, type WindowName, windowNames } from '../shared/model/tiers.ts';
import type { FirmState, WindowState } from '../shared/workbench.ts';
import { ask, sentenceOf } from './control.ts';
import { Entries, Refusal } from './parts.tsx';
import { useCommand } from './use-command.ts';
import styles from './workbench.module.css';

/** The quota windows of a firm, and its credits, which can be set. */
export function FirmView({ firm }: { readonly firm: FirmState }) {
  return (
    <details className={styles.exchange}>
      <summary>{`${firm.credits.toLocaleString('en-US')} credits, accounts and quota windows`}</summary>
      <Credits firm={firm} />
      <Accounts firm={firm} />
      <table className={styles.windows}>
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
              {windows.map((window) => (
                <td key={window.window}>{stateOf(window)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <LimitsForm firm={firm} />
    </details>
  );
}

function stateOf({ limit, counted, room_at: at }: WindowState): string {
  const count = `${counted} of ${limit === null ? 'any' : limit.toLocaleString('en-US')}`;
  if (limit === 0) return `${count}, never has room`;
  return at === null ? count : `${count}, room at ${at.slice(11, 19)}`;
}

function Credits({ firm }: { readonly firm: FirmState }) {
  const [typed, setTyped] = useState('');
  const change = useCommand(
    () => ask(pathOf(firm), { method: 'POST', body: { credits: Number(typed) } }),
    () => 'The credits are set.',
  );
  return (
    <form
      className={styles.line}
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      <TextField
        label="Credits"
        value={typed}
        onChange={setTyped}
        inputMode="decimal"
        error={change.isError ? sentenceOf(change.error) : undefined}
      />
      <Button type="submit">Set the credits</Button>
    </form>
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

const noLimits: Readonly<Record<WindowName, string>> = { burst: '', sustained: '', daily: '' };

/** Sets the limits of a tier. A window without a number has none. */
function LimitsForm({ firm }: { readonly firm: FirmState }) {
  const [tier, setTier] = useState<Tier>('read');
  const [typed, setTyped] = useState(noLimits);
  const change = useCommand(
    () => {
      const windows = Object.fromEntries(
        Object.entries(typed).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, Number(text)]])),
      );
      return ask(pathOf(firm), { method: 'POST', body: { rate_limits: { [tier]: windows } } });
    },
    () => `The limits of ${tier} are set.`,
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      <div className={styles.fields}>
        <Select
          label="Tier"
          options={firm.tiers.map(({ tier: id }) => ({ id, label: id }))}
          value={tier}
          onChange={setTier}
        />
        {windowNames.map((name) => (
          <TextField
            key={name}
            label={`Limit, ${name}`}
            help="Empty: none."
            value={typed[name]}
            onChange={(value) => setTyped({ ...typed, [name]: value })}
            inputMode="numeric"
          />
        ))}
      </div>
      <Refusal of={[change]} />
      <Button type="submit">Set the limits</Button>
    </form>
  );
}
