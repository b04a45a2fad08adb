import { useConnectionId } from '../../data/connections.ts';
import { useAuditRoles } from '../../data/roles.ts';
import { useTranslation } from '../../messages/language.ts';
import { TextField } from '../../ui/text-field.tsx';

interface RoleFieldProps {
  readonly value: string;
  readonly onChange: (role: string) => void;
  readonly error?: string | undefined;
}

/** A role that is typed, where the list of roles is empty or not all of it could be read; beside the choice where there is one. */
export function RoleField({ error, ...field }: RoleFieldProps) {
  const { t } = useTranslation('users');
  const roles = useAuditRoles(useConnectionId());
  const isBeside = roles.entries.length > 0;
  if (isBeside && roles.error === null) return null;
  return (
    <TextField
      {...field}
      isCode
      isOptional={isBeside}
      name={isBeside ? 'typed-role' : 'role'}
      label={t(isBeside ? 'otherRole' : 'parts:field.role')}
      help={t('typedRole')}
      error={isBeside ? undefined : error}
    />
  );
}
