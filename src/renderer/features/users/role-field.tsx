import { useTranslation } from '../../messages/language.ts';
import { TextField } from '../../ui/text-field.tsx';

interface RoleFieldProps {
  readonly value: string;
  readonly onChange: (role: string) => void;
  readonly error?: string | undefined;
}

/** A role that is typed, because the list of roles is empty or could not be read. */
export function RoleField(props: RoleFieldProps) {
  const { t } = useTranslation('users');
  return <TextField {...props} isCode name="role" label={t('assign.role')} help={t('typedRole')} />;
}
