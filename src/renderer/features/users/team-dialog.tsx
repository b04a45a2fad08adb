import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Role } from '../../../shared/api.ts';
import type { UserAssignment } from '../../../shared/model/audit-user.ts';
import type { Team } from '../../../shared/model/team.ts';
import { addressKey, readAddresses } from '../../../shared/rules/service/audit-user.ts';
import { longestOwnName, ownNameFault } from '../../../shared/rules/texts/own-name.ts';
import { saveItems } from '../../data/items.ts';
import { useTranslation } from '../../messages/language.ts';
import { useRoleWords } from '../../messages/role-words.ts';
import { useSend } from '../../parts/use-send.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog, FormActions } from '../../ui/dialog.tsx';
import { focusField } from '../../ui/error-summary.tsx';
import { Card, Row, Stack } from '../../ui/layout.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { RoleField } from './role-field.tsx';

interface Props {
  readonly team: Team;
  readonly isNew: boolean;
  readonly roles: readonly Role[];
  readonly taken: readonly string[];
  readonly onClose: () => void;
}

/** The name of a team, and its members with their roles. Members are added by pasting addresses. */
export function TeamDialog({ team, isNew, roles, taken, onClose }: Props) {
  const { t } = useTranslation('users');
  const client = useQueryClient();
  const [name, setName] = useState(team.name);
  const [members, setMembers] = useState(team.members);
  const [text, setText] = useState('');
  const [role, setRole] = useState<string | null>(null);
  const [attempted, setAttempted] = useState({ add: false, save: false });
  const { send, notice } = useSend();
  const roleWords = useRoleWords();
  const reading = readMembers(text, role, members);
  const options = roles.map((one) => ({
    id: one.name,
    label: roleWords(one.name),
    detail: one.description || undefined,
  }));

  const nameFault = ownNameFault(name, { most: longestOwnName, taken });
  const membersFault =
    text.trim() !== '' ? t('team.fault.notAdded') : members.length === 0 ? t('team.fault.nobody') : undefined;
  const roleFault = attempted.add && role === null ? t('assign.fault.role') : undefined;
  const addFault =
    reading.fault === null
      ? undefined
      : t(reading.fault === 'empty' ? 'parts:word.enterAddress' : `team.fault.${reading.fault}`, {
          line: reading.line,
        });

  const add = () => {
    setAttempted({ add: true, save: attempted.save });
    if (reading.fault !== null) return focusField('members');
    if (role === null) return focusField('role');
    setMembers(withMembers(members, reading.addresses, role));
    setText('');
    setAttempted({ add: false, save: false });
    announce(t('team.added', { count: reading.addresses.length }));
    focusField('members');
  };
  const save = () => {
    setAttempted({ add: false, save: true });
    if (nameFault !== null) return focusField('name');
    if (membersFault !== undefined) return focusField('members');
    void send(
      () => saveItems(client, team.connection, { teams: [{ ...team, name: name.trim(), members }] }),
      () => {
        announce(t('parts:word.savedNamed', { name: name.trim() }));
        onClose();
      },
    );
  };
  return (
    <Dialog
      isOpen
      size="large"
      onClose={onClose}
      hasInput={text.trim() !== '' || name !== team.name || members !== team.members}
      title={isNew ? t('team.new') : t('parts:word.changeNamed', { name: team.name })}
      onSubmit={save}
      actions={<FormActions submit={t('team.save')} />}
    >
      <Stack gap="4">
        {notice}
        <TextField
          autoFocus={isNew}
          name="name"
          label={t('team.name')}
          value={name}
          onChange={setName}
          error={
            attempted.save && nameFault !== null
              ? t(`parts:fault.name.${nameFault}`, { most: longestOwnName })
              : undefined
          }
        />
        {members.length > 0 && <Members members={members} options={options} onChange={setMembers} />}
        <TextArea
          isCode
          rows={3}
          name="members"
          label={t('team.addresses')}
          help={t('assign.addressesHelp')}
          value={text}
          onChange={setText}
          error={attempted.add ? addFault : attempted.save ? membersFault : undefined}
        />
        <Row align="end">
          {roles.length > 0 && (
            <Select
              name="role"
              label={t('parts:field.role')}
              options={options}
              value={roles.some((one) => one.name === role) ? role : null}
              placeholder={t('assign.chooseRole')}
              onChange={setRole}
              error={roleFault}
            />
          )}
          <RoleField
            value={role ?? ''}
            onChange={(typed) => setRole(typed === '' ? null : typed)}
            error={roleFault}
          />
          <Button onPress={add}>{t('team.add')}</Button>
        </Row>
      </Stack>
    </Dialog>
  );
}

interface MembersProps {
  readonly members: Team['members'];
  readonly options: MemberProps['options'];
  readonly onChange: (members: Team['members']) => void;
}

function Members({ members, options, onChange }: MembersProps) {
  const { t } = useTranslation('users');
  const list = useRef<HTMLUListElement>(null);
  const change = (id: string, to: string) =>
    onChange(members.map((member) => (member.id === id ? { id, role: to } : member)));
  const remove = (place: number) => {
    onChange(members.filter((_, index) => index !== place));
    requestAnimationFrame(() => {
      const rows = list.current?.children; // the next one has the focus, else the one before (ux T5)
      const next = rows?.[Math.min(place, rows.length - 1)];
      const buttons = next?.querySelectorAll('button');
      if (buttons === undefined) focusField('members');
      else buttons[buttons.length - 1]?.focus();
    });
  };
  return (
    <Card as="ul" isLow gap="1" ref={list} most="240px" aria-label={t('parts:word.members')}>
      {members.map((member, place) => (
        <Member
          key={member.id}
          member={member}
          options={options}
          onChange={(to) => change(member.id, to)}
          onRemove={() => remove(place)}
        />
      ))}
    </Card>
  );
}

interface MemberProps {
  readonly member: UserAssignment;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly onChange: (role: string) => void;
  readonly onRemove: () => void;
}

function Member({ member: { id, role }, options, onChange, onRemove }: MemberProps) {
  const { t } = useTranslation('users');
  const roleWords = useRoleWords();
  // A role that the service no longer lists stays until a person changes it.
  const all = options.some((option) => option.id === role)
    ? options
    : [...options, { id: role, label: roleWords(role) }];
  return (
    <li>
      <Select isBeside label={id} options={all} value={role} onChange={onChange} />
      <IconButton
        label={t('team.remove', { address: id })}
        icon={<Trash2 aria-hidden />}
        onPress={onRemove}
      />
    </li>
  );
}

const mostMembers = 100;

interface Entered {
  readonly addresses: readonly string[];
  readonly fault: 'empty' | 'wrong' | 'many' | null;
  readonly line: number;
}

/** The members that a pasted text adds to a team, or changes. */
export function readMembers(text: string, role: string | null, members: readonly UserAssignment[]): Entered {
  const entries = readAddresses(
    text,
    role,
    members.map((member) => ({ ...member, name: '' })),
  );
  const wrong = entries.find(({ verdict }) => verdict === 'no-address');
  const addresses = entries
    .filter(({ verdict }) => verdict !== 'no-address' && verdict !== 'twice')
    .map(({ address }) => address);
  const fault =
    wrong !== undefined
      ? 'wrong'
      : addresses.length === 0
        ? 'empty'
        : withMembers(members, addresses, '').length > mostMembers
          ? 'many'
          : null;
  return { addresses, fault, line: wrong?.line ?? 0 };
}

/** The members with these added; who is a member already gets this role. */
export function withMembers(
  members: readonly UserAssignment[],
  addresses: readonly string[],
  role: string,
): readonly UserAssignment[] {
  const all = new Map(members.map((member) => [addressKey(member.id), member]));
  for (const id of addresses) all.set(addressKey(id), { id: all.get(addressKey(id))?.id ?? id, role });
  return [...all.values()];
}
