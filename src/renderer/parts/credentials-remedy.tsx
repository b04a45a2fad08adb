import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { call, errorOf, unwrap } from '../data/call.ts';
import { useConnections } from '../data/connections.ts';
import { useErrorWords } from '../messages/describe-error.ts';
import { useTranslation } from '../messages/language.ts';
import { pathTo } from '../routes.ts';
import { Button } from '../ui/button.tsx';

interface CredentialsRemedyProps {
  readonly connection: string;
  /** Called once the service has given a token. */
  readonly onConnected: () => void;
}

/** For a plan that is paused because of its credentials: a new secret, or another try with the present one. */
export function CredentialsRemedy({ connection, onConnected }: CredentialsRemedyProps) {
  const { t } = useTranslation('parts');
  const navigate = useNavigate();
  const client = useQueryClient();
  const isBuiltIn = useConnections().some(({ id, secret }) => id === connection && secret === 'built-in');
  return (
    <>
      {!isBuiltIn && (
        <Button onPress={() => void navigate(pathTo('connections'), { state: { secretOf: connection } })}>
          {t('credentials.enter')}
        </Button>
      )}
      <ConnectionButton
        act="reconnect"
        connection={connection}
        label={t('credentials.reconnect')}
        onDone={() => {
          onConnected();
          void client.invalidateQueries({ queryKey: [connection] });
        }}
      />
    </>
  );
}

interface NewTokenButtonProps {
  readonly connection: string;
  readonly onNew: () => void;
}

/** For a `403`: the token may be older than a role that the account got since. */
export function NewTokenButton({ connection, onNew }: NewTokenButtonProps) {
  const { t } = useTranslation('parts');
  return <ConnectionButton act="newToken" connection={connection} label={t('newToken')} onDone={onNew} />;
}

interface ConnectionButtonProps {
  readonly act: 'reconnect' | 'newToken';
  readonly connection: string;
  readonly label: string;
  readonly onDone: () => void;
}

function ConnectionButton({ act, connection, label, onDone }: ConnectionButtonProps) {
  const describe = useErrorWords();
  const request = useMutation({
    mutationFn: () => unwrap(call('connections.act', { id: connection, act })),
    onSuccess: onDone,
  });
  const said = request.error === null ? null : describe(errorOf(request.error));
  return (
    <>
      <Button isPending={request.isPending} onPress={() => request.mutate()}>
        {label}
      </Button>
      {said !== null && (
        <span role="status">
          {said.happened} {said.remedy}
        </span>
      )}
    </>
  );
}
