import { ChevronsUpDown, Search } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Connection } from '../../shared/model/connection.ts';
import { askFor } from '../data/asked.ts';
import { useConnections, useSwitchConnection } from '../data/connections.ts';
import { useShortcuts } from '../data/shortcuts.ts';
import { useTranslation } from '../messages/language.ts';
import { pathTo } from '../routes.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/class-names.ts';
import { Cut, Note, Row } from '../ui/layout.tsx';
import { Menu } from '../ui/menu.tsx';
import styles from './environment-band.module.css';
import paletteStyles from './palette-button.module.css';

const manage = 'manage';

/** Says whose data this is: the kind in colour and words, the connection, the account. Switches between connections. */
export function EnvironmentBand({ connection }: { readonly connection: Connection | null }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const connections = useConnections();
  const switchTo = useSwitchConnection();
  const wanted = switchWanted(useLocation().state);
  const choose = (id: string) => {
    if (id === manage) return void navigate(pathTo('connections'));
    // What is open belongs to the connection that is left, and may ask to stay: the switch goes with the navigation.
    if (id !== connection?.id) void navigate(pathTo('audits'), { state: { switchTo: id } });
  };
  useEffect(() => {
    if (wanted === null) return;
    void switchTo(wanted);
    void navigate(pathTo('audits'), { replace: true, state: null });
  }, [wanted, switchTo, navigate]);
  return (
    <Row
      as="header"
      isLine
      className={cx(styles.band, connection?.kind === 'production' && styles.production)}
      style={connection === null ? undefined : { '--kind': `var(--kind-${connection.kind})` }}
      aria-label={t('frame.environment')}
      data-region="environment"
      tabIndex={-1}
    >
      {connection === null ? (
        <Note as="span" size="body">
          {t('frame.noConnection')}
        </Note>
      ) : (
        <>
          <strong className={styles.kind}>{t(`kind.${connection.kind}`).toUpperCase()}</strong>
          {connection.access === 'read-only' && (
            <strong className={cx(styles.kind, styles.readOnly)}>{t('band.read-only')}</strong>
          )}
          <Cut as="strong" title={connection.name}>
            {connection.name}
          </Cut>
          {!connection.name.includes(connection.clientId) && ( // it stands in a name that others have as well
            <Cut className={styles.account} title={connection.clientId}>
              ({connection.clientId})
            </Cut>
          )}
        </>
      )}
      <PaletteButton isOnColour={connection?.kind === 'production'} />
      {connections.length > 0 && (
        <div className={styles.switch}>
          <Menu
            label={t('frame.switchConnection')}
            placement="bottom end"
            trigger={
              <Button variant="quiet" after={<ChevronsUpDown aria-hidden />}>
                {t('frame.switchConnection')}
              </Button>
            }
            selected={connection?.id ?? ''}
            entries={[
              ...connections.map(({ id, name, kind, clientId }) => ({
                id,
                label: name,
                detail: `${t(`kind.${kind}`)} · ${clientId}`,
              })),
              { id: manage, label: t('frame.manageConnections') },
            ]}
            onAction={choose}
          />
        </div>
      )}
    </Row>
  );
}

/** The connection that a navigation goes over to; null for every other navigation. */
function switchWanted(state: unknown): string | null {
  const isSwitch = typeof state === 'object' && state !== null && 'switchTo' in state;
  return isSwitch && typeof state.switchTo === 'string' ? state.switchTo : null;
}

function PaletteButton({ isOnColour }: { readonly isOnColour: boolean }) {
  const { t } = useTranslation('commands');
  const shortcut = useShortcuts()('palette');
  return (
    <button
      type="button"
      className={cx(paletteStyles.button, isOnColour && paletteStyles.onColour)}
      aria-haspopup="dialog"
      aria-keyshortcuts={shortcut?.aria}
      onClick={() => askFor('palette')}
    >
      <Search aria-hidden />
      <Cut grow data-word>
        {t('titles.palette')}
      </Cut>
      {shortcut !== null && (
        <kbd data-word className={paletteStyles.key} aria-hidden>
          {shortcut.text}
        </kbd>
      )}
    </button>
  );
}
