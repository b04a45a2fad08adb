import { useState } from 'react';
import type { Role } from '../../../shared/api.ts';
import type { AuditUser } from '../../../shared/model/audit-user.ts';
import { useConnectionId } from '../../data/connections.ts';
import { beginUsersPlan, type UserChange, usersPlan } from '../../data/users.ts';
import { useTranslation } from '../../messages/language.ts';
import { useRoleWords } from '../../messages/role-words.ts';
import { useUnseenWords } from '../../messages/unseen-words.ts';
import { Doubt } from '../../parts/doubt.tsx';
import { useSend } from '../../parts/use-send.tsx';
import { Button } from '../../ui/button.tsx';
import { RadioGroup } from '../../ui/choice.tsx';
import { AlertDialog, CancelButton, Dialog } from '../../ui/dialog.tsx';
import { Stack } from '../../ui/layout.tsx';
import { RoleField } from './role-field.tsx';

interface Props {
  readonly audit: { readonly id: string; readonly name: string };
  readonly user: AuditUser;
  readonly roles: readonly Role[];
  readonly refusal: string | undefined;
  readonly waits: boolean;
  readonly doubts: readonly string[];
  readonly place: string;
  readonly onClose: () => void;
}

/** Changes the role of a user, or removes the user from the audit after a question. */
export function UserDialog(props: Props) {
  const { audit, user, roles, refusal, waits, doubts, place, onClose } = props;
  const { t } = useTranslation('users');
  const connection = useConnectionId();
  const { t: parts } = useTranslation('parts');
  const roleWords = useRoleWords();
  const unseen = useUnseenWords();
  const [role, setRole] = useState(user.role);
  const [asks, setAsks] = useState(false);
  const { send, isSending, notice } = useSend();
  const [origin] = useState(() => crypto.randomUUID());

  const begin = (change: UserChange) => {
    const plan = usersPlan(origin, connection, audit.name, [{ audit, waits, changes: [change] }]);
    void send(() => beginUsersPlan(place, plan, [audit.id]), onClose);
  };
  if (asks)
    return (
      <AlertDialog
        isOpen
        title={t('remove.title', { name: user.name })}
        confirm={t('remove.confirm')}
        isDestructive
        isPending={isSending}
        onCancel={onClose}
        onConfirm={() => begin({ kind: 'removeUser', user: user.id, before: user.role })}
      >
        <p>
          {t('remove.text', {
            address: user.id,
            role: roleWords(user.role) || unseen.short,
            audit: audit.name,
          })}
        </p>
        <Doubt reasons={doubts} />
        {notice}
      </AlertDialog>
    );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('user.title', { name: user.name })}
      onSubmit={() => {
        if (refusal !== undefined) return;
        if (role === user.role) onClose();
        else begin({ kind: 'changeUser', user: user.id, role, before: user.role });
      }}
      actions={
        <>
          <Button variant="danger" reason={refusal} onPress={() => setAsks(true)}>
            {t('remove.action')}
          </Button>
          <CancelButton />
          <Button variant="primary" type="submit" reason={refusal} isPending={isSending}>
            {doubts.length > 0 ? parts('doubt.send') : t('user.change')}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        {notice}
        {refusal !== undefined && <p>{refusal}</p>}
        <Doubt reasons={doubts} />
        {roles.length > 0 && (
          <RadioGroup
            autoFocus
            name="role"
            label={t('parts:field.role')}
            help={user.name === user.id ? undefined : user.id}
            choices={[
              ...roles.map(({ name, description }) => ({
                id: name,
                label: roleWords(name),
                help: description || undefined,
              })),
              ...(roles.some(({ name }) => name === user.role) || user.role === ''
                ? []
                : [{ id: user.role, label: roleWords(user.role), help: t('user.ownRole') }]),
            ]}
            value={role === '' ? null : role}
            onChange={setRole}
          />
        )}
        <RoleField value={role} onChange={setRole} />
      </Stack>
    </Dialog>
  );
}
