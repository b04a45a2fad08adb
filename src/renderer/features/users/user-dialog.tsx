import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../shared/error.ts';
import type { AuditUser, Role } from '../../../shared/model/audit-user.ts';
import { beginUsersPlan, type UserChange, usersPlan } from '../../data/users.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { Button } from '../../ui/button.tsx';
import { RadioGroup } from '../../ui/choice.tsx';
import { AlertDialog, Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Stack } from '../../ui/page.tsx';

interface Props {
  readonly connection: string;
  readonly audit: { readonly id: string; readonly name: string };
  readonly user: AuditUser;
  readonly roles: readonly Role[];
  /** Why the user cannot be changed now. */
  readonly refusal: string | undefined;
  readonly waits: boolean;
  readonly place: string;
  readonly onClose: () => void;
}

/** A user of an audit: another role, or off the audit, which is asked about first. */
export function UserDialog(props: Props) {
  const { connection, audit, user, roles, refusal, waits, place, onClose } = props;
  const { t } = useTranslation('users');
  const { t: common } = useTranslation();
  const describe = useErrorWords();
  const [role, setRole] = useState(user.role);
  const [asks, setAsks] = useState(false);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<AppError | null>(null);
  const [origin] = useState(() => crypto.randomUUID());
  const underway = useRef(false);

  const begin = async (change: UserChange) => {
    if (underway.current) return;
    underway.current = true;
    setSending(true);
    const plan = await usersPlan(origin, connection, audit.name, [{ audit, waits, changes: [change] }]);
    const reply = await beginUsersPlan(place, plan, [audit.id]);
    underway.current = false;
    setSending(false);
    if (reply.ok) onClose();
    else setFailure(reply.error);
  };
  const notice = failure !== null && <ErrorNotice {...describe(failure)} role="status" />;
  if (asks)
    return (
      <AlertDialog
        isOpen
        title={t('remove.title', { name: user.name })}
        confirm={t('remove.confirm')}
        cancel={common('action.cancel')}
        isDestructive
        isPending={isSending}
        onCancel={onClose}
        onConfirm={() => void begin({ kind: 'removeUser', user: user.id })}
      >
        <p>{t('remove.text', { address: user.id, role: user.role, audit: audit.name })}</p>
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
        else void begin({ kind: 'changeUser', user: user.id, role });
      }}
      actions={
        <>
          <Button variant="danger" reason={refusal} onPress={() => setAsks(true)}>
            {t('remove.action')}
          </Button>
          <Button onPress={onClose}>{common('action.cancel')}</Button>
          <Button variant="primary" type="submit" reason={refusal} isPending={isSending}>
            {t('user.change')}
          </Button>
        </>
      }
    >
      <Stack>
        {notice}
        {refusal !== undefined && <p>{refusal}</p>}
        <RadioGroup
          autoFocus
          name="role"
          label={t('user.role')}
          help={user.name === user.id ? undefined : user.id}
          choices={[
            ...roles.map(({ name, description }) => ({
              id: name,
              label: name,
              help: description || undefined,
            })),
            ...(roles.some(({ name }) => name === user.role) || user.role === ''
              ? []
              : [{ id: user.role, label: user.role, help: t('user.ownRole') }]),
          ]}
          value={role === '' ? null : role}
          onChange={setRole}
        />
      </Stack>
    </Dialog>
  );
}
