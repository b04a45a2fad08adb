import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../shared/error.ts';
import type { AuditUser, Role } from '../../../shared/model/audit-user.ts';
import { type AddressEntry, readAddresses } from '../../../shared/rules/audit-user.ts';
import { beginUsersPlan, type UserChange, usersPlan } from '../../data/users.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { focusField } from '../../ui/error-summary.tsx';
import { Stack } from '../../ui/page.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { AddressVerdicts } from './address-verdicts.tsx';

interface Props {
  readonly connection: string;
  readonly audit: { readonly id: string; readonly name: string };
  /** The audit is not open yet: the plan waits until it is. */
  readonly waits: boolean;
  readonly users: readonly AuditUser[];
  readonly roles: readonly Role[];
  /** Where the plan is remembered. */
  readonly place: string;
  readonly onClose: () => void;
}

/** Assigns one or many users to an audit, with one role; every address that is entered has its verdict before. */
export function AssignDialog({ connection, audit, waits, users, roles, place, onClose }: Props) {
  const { t } = useTranslation('users');
  const { t: common } = useTranslation();
  const describe = useErrorWords();
  const [text, setText] = useState('');
  const [role, setRole] = useState<string | null>(null);
  const [changesRoles, setChangesRoles] = useState(false);
  const [isAttempted, setAttempted] = useState(false);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<AppError | null>(null);
  const [origin] = useState(() => crypto.randomUUID());
  const underway = useRef(false);
  const entries = useMemo(() => readAddresses(text, role, users), [text, role, users]);
  const shown = useDeferredValue(entries);
  const others = entries.filter(({ verdict }) => verdict === 'other-role');
  const changes = role === null ? [] : changesOf(entries, role, changesRoles);
  const wrong = entries.filter(({ verdict }) => verdict === 'no-address');
  const addressFault =
    wrong.length > 0
      ? t('assign.fault.wrong', { count: wrong.length, line: wrong[0]?.line })
      : role !== null && changes.length === 0
        ? t(entries.length === 0 ? 'assign.fault.none' : 'assign.fault.nobodyNew')
        : entries.length === 0
          ? t('assign.fault.none')
          : undefined;
  const roleFault = role === null ? t('assign.fault.role') : undefined;

  const submit = async () => {
    setAttempted(true);
    if (addressFault !== undefined) return focusField('addresses');
    if (roleFault !== undefined) return focusField('role');
    if (underway.current) return;
    underway.current = true;
    setSending(true);
    const plan = await usersPlan(origin, connection, audit.name, [{ audit, waits, changes }]);
    const reply = await beginUsersPlan(place, plan, [audit.id]);
    underway.current = false;
    setSending(false);
    if (reply.ok) onClose();
    else setFailure(reply.error);
  };
  return (
    <Dialog
      isOpen
      size="large"
      onClose={onClose}
      title={t('assign.title', { name: audit.name })}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onPress={onClose}>{common('action.cancel')}</Button>
          <Button variant="primary" type="submit" isPending={isSending}>
            {changes.length === 0 ? t('assign.action') : t('assign.confirm', { count: changes.length })}
          </Button>
        </>
      }
    >
      <Stack>
        {failure !== null && <ErrorNotice {...describe(failure)} role="status" />}
        {waits && <Banner tone="info">{t('assign.waits')}</Banner>}
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
            setFailure(null);
          }}
          error={isAttempted ? addressFault : undefined}
        />
        <Select
          name="role"
          label={t('assign.role')}
          options={roles.map(({ name, description }) => ({
            id: name,
            label: name,
            detail: description || undefined,
          }))}
          value={role}
          placeholder={t('assign.chooseRole')}
          onChange={setRole}
          error={isAttempted ? roleFault : undefined}
        />
        {shown.length > 0 && <AddressVerdicts entries={shown} hasRole={role !== null} />}
        {role !== null && others.length > 0 && (
          <Checkbox
            label={t('assign.changeOthers', { count: others.length, role })}
            isSelected={changesRoles}
            onChange={setChangesRoles}
          />
        )}
      </Stack>
    </Dialog>
  );
}

function changesOf(
  entries: readonly AddressEntry[],
  role: string,
  changesRoles: boolean,
): readonly UserChange[] {
  return entries.flatMap(({ address: user, verdict }): readonly UserChange[] => {
    if (verdict === 'new') return [{ kind: 'assignUser', user, role }];
    return verdict === 'other-role' && changesRoles ? [{ kind: 'changeUser', user, role }] : [];
  });
}
