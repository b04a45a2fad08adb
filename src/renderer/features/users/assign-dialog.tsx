import { useDeferredValue, useState } from 'react';
import type { Role } from '../../../shared/api.ts';
import type { AuditUser } from '../../../shared/model/audit-user.ts';
import {
  type AddressEntry,
  type AddressVerdict,
  readAddresses,
} from '../../../shared/rules/service/audit-user.ts';
import { useConnectionId } from '../../data/connections.ts';
import { beginUsersPlan, type UserChange, usersPlan } from '../../data/users.ts';
import { useTranslation } from '../../messages/language.ts';
import { useRoleWords } from '../../messages/role-words.ts';
import { useCopyAction } from '../../parts/actions.tsx';
import { Doubt } from '../../parts/doubt.tsx';
import { useSend } from '../../parts/use-send.tsx';
import { useWriteRefusal } from '../../parts/write-refusal.ts';
import { Banner } from '../../ui/banner.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog, FormActions } from '../../ui/dialog.tsx';
import { focusField } from '../../ui/error-summary.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { Stack } from '../../ui/layout.tsx';
import { HeightOfRows } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { StatusMark, type StatusMarkProps } from '../../ui/status-mark.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { RoleField } from './role-field.tsx';

interface Props {
  readonly audit: { readonly id: string; readonly name: string };
  readonly waits: boolean;
  readonly doubts: readonly string[];
  readonly users: readonly AuditUser[];
  readonly roles: readonly Role[];
  /** The key under which the plan is remembered. */
  readonly place: string;
  readonly onClose: () => void;
}

/** Assigns users to an audit with one role. Each address has its verdict before anything is sent. */
export function AssignDialog({ audit, waits, doubts, users, roles, place, onClose }: Props) {
  const { t } = useTranslation('users');
  const connection = useConnectionId();
  const refusal = useWriteRefusal();
  const roleWords = useRoleWords();
  const [text, setText] = useState('');
  const [role, setRole] = useState<string | null>(null);
  const [changesRoles, setChangesRoles] = useState(false);
  const [isAttempted, setAttempted] = useState(false);
  const { send, isSending, notice, forget } = useSend();
  const [origin] = useState(() => crypto.randomUUID());
  const entries = readAddresses(text, role, users);
  const shown = useDeferredValue(entries);
  const others = entries.filter(({ verdict }) => verdict === 'other-role');
  const changes = role === null ? [] : changesOf(entries, role, changesRoles);
  const wrong = entries.filter(({ verdict }) => verdict === 'no-address');
  const addressFault =
    wrong.length > 0 && wrong.length === entries.length
      ? t('assign.fault.wrong', { count: wrong.length, line: wrong[0]?.line })
      : role !== null && changes.length === 0
        ? t(entries.length === 0 ? 'parts:word.enterAddress' : 'assign.fault.nobodyNew')
        : entries.length === 0
          ? t('parts:word.enterAddress')
          : undefined;
  const roleFault = role === null ? t('assign.fault.role') : undefined;

  const submit = () => {
    if (refusal !== undefined) return;
    setAttempted(true);
    if (addressFault !== undefined) return focusField('addresses');
    if (roleFault !== undefined) return focusField('role');
    const plan = usersPlan(origin, connection, audit.name, [{ audit, waits, changes }]);
    void send(() => beginUsersPlan(place, plan, [audit.id]), onClose);
  };
  return (
    <Dialog
      isOpen
      size="large"
      onClose={onClose}
      hasInput={text.trim() !== ''}
      title={t('assign.title', { name: audit.name })}
      onSubmit={submit}
      actions={
        <FormActions
          submit={
            changes.length === 0
              ? t('assign.action')
              : [
                  t('assign.confirm', { count: changes.length }),
                  ...(wrong.length === 0 ? [] : [t('assign.skip', { count: wrong.length })]),
                ].join(', ')
          }
          isPending={isSending}
          reason={refusal}
        />
      }
    >
      <Stack gap="4">
        {notice}
        <Doubt reasons={doubts} />
        {waits && <Banner tone="info">{t('later')}</Banner>}
        <TextArea
          isCode
          autoFocus
          rows={5}
          name="addresses"
          label={t('assign.addresses')}
          help={t('assign.addressesHelp')}
          value={text}
          onChange={(value) => {
            setText(value);
            forget();
          }}
          error={isAttempted ? addressFault : undefined}
        />
        <Skipped entries={wrong} />
        {roles.length > 0 && (
          <Select
            name="role"
            label={t('parts:field.role')}
            options={roles.map(({ name, description }) => ({
              id: name,
              label: roleWords(name),
              detail: description || undefined,
            }))}
            value={roles.some(({ name }) => name === role) ? role : null}
            placeholder={t('assign.chooseRole')}
            onChange={setRole}
            error={isAttempted ? roleFault : undefined}
          />
        )}
        <RoleField
          value={role ?? ''}
          onChange={(typed) => setRole(typed === '' ? null : typed)}
          error={isAttempted ? roleFault : undefined}
        />
        {shown.length > 0 && <AddressVerdicts entries={shown} hasRole={role !== null} />}
        {role !== null && others.length > 0 && (
          <Checkbox
            label={t('assign.changeOthers', { count: others.length, role: roleWords(role) })}
            isSelected={changesRoles}
            onChange={setChangesRoles}
          />
        )}
      </Stack>
    </Dialog>
  );
}

const mostNamed = 50;

/** The entries that are no addresses, each by its line: the rest is assigned without them. */
function Skipped({ entries }: { readonly entries: readonly AddressEntry[] }) {
  const { t } = useTranslation('users');
  if (entries.length === 0) return null;
  return (
    <Banner tone="warning" title={t('assign.skipped', { count: entries.length })}>
      <ul>
        {entries.slice(0, mostNamed).map(({ line, address }) => (
          <li key={`${line} ${address}`}>{t('assign.skippedLine', { line, address })}</li>
        ))}
      </ul>
      {entries.length > mostNamed && <p>{t('parts:count.more', { count: entries.length - mostNamed })}</p>}
    </Banner>
  );
}

function changesOf(
  entries: readonly AddressEntry[],
  role: string,
  changesRoles: boolean,
): readonly UserChange[] {
  return entries.flatMap(({ address: user, verdict, role: before }): readonly UserChange[] => {
    if (verdict === 'new') return [{ kind: 'assignUser', user, role }];
    return verdict === 'other-role' && changesRoles ? [{ kind: 'changeUser', user, role, before }] : [];
  });
}

const looks = {
  new: 'good',
  'same-role': 'idle',
  'other-role': 'closed',
  'no-address': 'ending',
  twice: 'idle',
} as const satisfies Readonly<Record<AddressVerdict, StatusMarkProps['look']>>;

interface AddressVerdictsProps {
  readonly entries: readonly AddressEntry[];
  /** Whether a role is chosen: only then an assigned user can have another one. */
  readonly hasRole: boolean;
}

function AddressVerdicts({ entries, hasRole }: AddressVerdictsProps) {
  const { t } = useTranslation('users');
  const roleWords = useRoleWords();
  const copy = useCopyAction();
  const wordOf = ({ verdict, role }: AddressEntry): string =>
    verdict === 'other-role'
      ? t(hasRole ? 'verdict.other-role' : 'verdict.assigned', { role: roleWords(role ?? '') })
      : t(`verdict.${verdict}`);
  const columns: readonly Column<AddressEntry>[] = [
    { id: 'line', title: t('verdict.line'), value: ({ line }) => String(line), align: 'end' },
    {
      id: 'address',
      title: t('parts:field.user_id'),
      width: { least: 240, grows: 1 },
      value: ({ address }) => address,
      isRowHeader: true,
    },
    {
      id: 'verdict',
      title: t('parts:field.outcome'),
      width: { least: 180, grows: 1 },
      cell: (entry) => <StatusMark look={looks[entry.verdict]} word={wordOf(entry)} />,
    },
  ];
  return (
    <HeightOfRows count={5}>
      <DataTable
        id="assign"
        label={t('parts:field.outcome')}
        columns={columns}
        rows={entries}
        rowId={({ line, address }) => `${line} ${address}`}
        actionsOf={([{ address }]) => [{ ...copy(address), label: t('row.copy') }]}
      />
    </HeightOfRows>
  );
}
