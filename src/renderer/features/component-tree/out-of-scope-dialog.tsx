import { ListPlus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../shared/error.ts';
import type { Audit } from '../../../shared/model/audit.ts';
import type { ComponentAudit } from '../../../shared/model/component-audit.ts';
import { codePoints } from '../../../shared/rules/audit.ts';
import { type ComponentRefusal, componentRefusal } from '../../../shared/rules/component.ts';
import { componentsPlan, type TreePlan } from '../../data/components.ts';
import { submitPlan } from '../../data/plans.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { AlertDialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { focusField } from '../../ui/error-summary.tsx';
import { fold } from '../../ui/fold.ts';
import { announce } from '../../ui/live-region.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Stack } from '../../ui/page.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { AffectedUsers } from './affected-users.tsx';
import styles from './component-tree.module.css';
import { refusalWord } from './words.ts';

export interface OutOfScopeDialogProps {
  readonly connection: string;
  readonly group: Audit;
  readonly components: readonly ComponentAudit[];
  /** Chosen too, but not to be set out of scope. */
  readonly leftOut: readonly { readonly name: string; readonly refusal: ComponentRefusal }[];
  /** What was entered for a component before and refused. */
  readonly formerly: (component: string) => string | undefined;
  readonly plans: readonly TreePlan[];
  /** A plan of this dialog that need not be shown elsewhere. */
  readonly onSettled: (plan: string) => void;
  readonly reason: string | undefined;
  readonly onClose: () => void;
}

/**
 * Sets components out of scope, each with its explanation, after a typed confirmation (ux T6). It stays open with all that
 * was typed until the service has said yes; closed before, what was sent goes on.
 */
export function OutOfScopeDialog(props: OutOfScopeDialogProps) {
  const { connection, group, components, leftOut, formerly, plans, onSettled, reason, onClose } = props;
  const { t } = useTranslation('component-tree');
  const describe = useErrorWords();
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(components.map(({ id, out_of_scope_explanation: now }) => [id, formerly(id) ?? now])),
  );
  const [typed, setTyped] = useState('');
  const [isAttempted, setAttempted] = useState(false);
  const [keyPart] = useState(() => crypto.randomUUID());
  const [sent, setSent] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<AppError | null>(null);
  const mine = plans.find(({ plan }) => plan.id === sent) ?? null;
  const isUnderway = isSending || mine?.plan.state === 'running';
  const stepOf = (place: number) => mine?.steps.find(({ key }) => key === `${keyPart}-${place}`) ?? null;
  const isDone = (place: number) => stepOf(place)?.state === 'done';
  const isOver =
    mine !== null &&
    mine.plan.state === 'ended' &&
    mine.steps.length > 0 &&
    mine.steps.every(({ state }) => state === 'done');

  const settled = useRef(false);
  useEffect(() => {
    if (!isOver || settled.current) return;
    settled.current = true;
    announce(t('oos.done', { count: components.length }));
    onClose();
  }, [isOver, components.length, onClose, t]);

  const groupRefusal = componentRefusal('set-out-of-scope', group, null);
  const open = components
    .map((component, place) => ({ component, place }))
    .filter(({ place }) => !isDone(place));
  const send = async () => {
    const steps = open.map(({ component, place }) => ({
      key: `${keyPart}-${place}`,
      subject: component.name,
      task: {
        kind: 'setOutOfScope',
        group: group.id,
        component: component.id,
        explanation: texts[component.id] ?? '',
      } as const,
    }));
    const plan = await componentsPlan({ connection, group, waits: false, steps });
    if (sent !== null && sent !== plan.id) onSettled(sent);
    const reply = await submitPlan(plan);
    if (reply.ok) setSent(reply.value.id);
    else setFailure(reply.error);
  };
  const confirm = () => {
    setAttempted(true);
    const missing = open.find(({ component }) => (texts[component.id] ?? '').trim() === '');
    if (missing !== undefined) return focusField(`explanation-${missing.place}`);
    setFailure(null);
    setSending(true);
    void send().finally(() => setSending(false));
  };
  const phrases = Object.entries(t('oos.phrases', { returnObjects: true })).map(([id, label]) => ({
    id,
    label,
  }));
  const word = t('oos.word');
  const paused = mine?.plan.state === 'paused' ? (mine.plan.pause?.error ?? null) : null;
  const said = failure ?? paused;
  const [only] = components;
  return (
    <AlertDialog
      isOpen
      size="medium"
      title={
        components.length === 1 && only !== undefined
          ? t('oos.titleOne', { name: only.name })
          : t('oos.title', { count: components.length })
      }
      confirm={t('oos.confirm', { count: open.length })}
      cancel={isUnderway ? t('oos.close') : t('oos.cancel')}
      isDestructive
      isPending={isUnderway}
      isConfirmDisabled={fold(typed) !== fold(word) || groupRefusal !== null || reason !== undefined}
      onCancel={onClose}
      onConfirm={confirm}
    >
      <Stack>
        {groupRefusal !== null && (
          <Banner tone="danger" role="status" title={refusalWord(t, groupRefusal)}>
            {t('oos.keptText')}
          </Banner>
        )}
        {reason !== undefined && <Banner tone="danger">{reason}</Banner>}
        <Banner tone="warning" title={t('oos.clears', { count: components.length })}>
          <p>{t('oos.noWayBack')}</p>
          <p>{t('oos.locked')}</p>
        </Banner>
        {leftOut.length > 0 && (
          <Banner tone="info" title={t('oos.leftOut', { count: leftOut.length })}>
            <ul>
              {leftOut.map(({ name, refusal }) => (
                <li key={name}>{`${name}: ${refusalWord(t, refusal)}`}</li>
              ))}
            </ul>
          </Banner>
        )}
        {said !== null && <ErrorNotice {...describe(said)} role="status" />}
        {components.map((component, place) => {
          const step = stepOf(place);
          const refused = step?.state === 'failed' || step?.state === 'blocked' ? step.error : null;
          const text = texts[component.id] ?? '';
          const setText = (next: string) => setTexts((before) => ({ ...before, [component.id]: next }));
          if (isDone(place))
            return (
              <Part key={component.id} name={component.name} isNamed>
                <Banner tone="success">{t('oos.doneOne')}</Banner>
              </Part>
            );
          return (
            <Part key={component.id} name={component.name} isNamed={components.length > 1}>
              {refused !== null && <ErrorNotice {...describe(refused)} role="status" />}
              {step?.state === 'unclear' && <Banner tone="warning">{t('oos.unclear')}</Banner>}
              <p className={styles.underField}>
                {component.coupled_entity_audit_id === null
                  ? t('oos.notCoupled')
                  : t('oos.coupled', { id: component.coupled_entity_audit_id })}
              </p>
              <AffectedUsers connection={connection} component={component.id} />
              {component.in_scope === false && <p>{t('oos.already')}</p>}
              <TextArea
                label={t('oos.explanation')}
                help={t('oos.explanationHelp')}
                name={`explanation-${place}`}
                value={text}
                onChange={setText}
                autoFocus={place === 0}
                isRequired
                rows={3}
                error={isAttempted && text.trim() === '' ? t('oos.required') : undefined}
              />
              <div className={styles.underField}>
                <Menu
                  label={t('oos.phrase')}
                  trigger={
                    <Button variant="quiet" icon={<ListPlus aria-hidden />}>
                      {t('oos.phrase')}
                    </Button>
                  }
                  entries={phrases}
                  onAction={(id) => {
                    const phrase = phrases.find((one) => one.id === id)?.label ?? '';
                    setText([text.trim(), phrase].filter((one) => one !== '').join(' '));
                  }}
                />
                <span>{t('oos.length', { count: codePoints(text) })}</span>
              </div>
            </Part>
          );
        })}
        <TextField label={t('oos.type', { word })} value={typed} onChange={setTyped} />
      </Stack>
    </AlertDialog>
  );
}

function Part({
  name,
  isNamed,
  children,
}: {
  readonly name: string;
  readonly isNamed: boolean;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.explained} aria-label={name}>
      {isNamed && <h3>{name}</h3>}
      {children}
    </section>
  );
}
