import { ListPlus } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { Audit } from '../../../shared/model/audit.ts';
import type { ComponentAudit } from '../../../shared/model/component-audit.ts';
import type { StepProgress } from '../../../shared/plan.ts';
import { codePoints } from '../../../shared/rules/service/audit.ts';
import { componentRefusal, isRefusalDoubt } from '../../../shared/rules/service/component.ts';
import { fold } from '../../../shared/rules/texts/fold.ts';
import { componentsPlan } from '../../data/components.ts';
import { useConnectionId } from '../../data/connections.ts';
import type { PlanWithSteps } from '../../data/plan-steps.ts';
import { submitPlan } from '../../data/plans.ts';
import { useAuditUsers } from '../../data/users.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { useTranslation } from '../../messages/language.ts';
import { useSend } from '../../parts/use-send.tsx';
import { useWriteRefusal } from '../../parts/write-refusal.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { AlertDialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { focusField } from '../../ui/error-summary.tsx';
import { Note, Row, Stack } from '../../ui/layout.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Menu } from '../../ui/menu.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import styles from './component-tree.module.css';
import { DoubtedNotice, LeftOutList } from './notices.tsx';
import type { LeftOut } from './rows.ts';

const gap = '[…]'; // a phrase has it where the person must fill something in

interface OutOfScopeDialogProps {
  readonly group: Audit;
  readonly components: readonly ComponentAudit[];
  /** Selected too, but they cannot be set out of scope. */
  readonly leftOut: readonly LeftOut[];
  readonly doubted: readonly LeftOut[];
  /** The explanation of a component that was refused before. */
  readonly formerly: (component: string) => string | undefined;
  readonly plans: readonly PlanWithSteps[];
  /** A plan of this dialog was replaced by another: no other place needs to show it. */
  readonly onReplaced: (plan: string) => void;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/**
 * Sets components out of scope, each with its explanation, after a typed confirmation (ux T6). The dialog stays open with what
 * was typed until the service has accepted all; when a person closes it earlier, the plan continues.
 */
export function OutOfScopeDialog(props: OutOfScopeDialogProps) {
  const { group, components, leftOut, doubted, formerly, onClose } = props;
  const { t } = useTranslation('component-tree');
  const describe = useErrorWords();
  const [initial] = useState(() => explanationsOf(components, formerly));
  const [texts, setTexts] = useState(initial);
  const [typed, setTyped] = useState('');
  const [isAttempted, setAttempted] = useState(false);
  const { stepOf, open, isUnderway, pausedBy, notice, send } = useOutOfScopePlan(props, texts);
  const change = (id: string, text: string | undefined) =>
    setTexts(({ all, own }) => ({ all, own: { ...own, [id]: text } }));
  const sharing = open.filter(({ component }) => texts.own[component.id] === undefined);

  const reason = useWriteRefusal();
  const general = componentRefusal('set-out-of-scope', group, null);
  const groupRefusal = general === null || isRefusalDoubt('set-out-of-scope', general) ? null : general;
  const confirm = () => {
    setAttempted(true);
    const missing = open.find(({ component }) => faultOf(explanationFor(component.id, texts)) !== null);
    if (missing === undefined) send();
    else if (texts.own[missing.component.id] === undefined) focusField('explanation-all');
    else focusField(`explanation-${missing.place}`);
  };
  const word = t('oos.word');
  const [only] = components.length === 1 ? components : [];
  return (
    <AlertDialog
      isOpen
      size="medium"
      title={
        only === undefined
          ? t('oos.title', { count: components.length })
          : t('oos.titleOne', { name: only.name })
      }
      confirm={t('oos.confirm', { count: open.length })}
      cancel={isUnderway ? t('oos.close') : t('oos.cancel')}
      isDestructive
      isPending={isUnderway}
      isConfirmDisabled={fold(typed) !== fold(word) || groupRefusal !== null || reason !== undefined}
      onCancel={onClose}
      hasInput={!isUnderway && texts !== initial}
      onConfirm={confirm}
    >
      <Stack gap="4">
        {groupRefusal !== null && (
          <Banner tone="danger" role="status" title={t(`refusal.${groupRefusal}`)}>
            {t('oos.keptText')}
          </Banner>
        )}
        {reason !== undefined && <Banner tone="danger">{reason}</Banner>}
        <Banner tone="warning" title={t('oos.clears', { count: components.length })}>
          <p>{t('oos.noWayBack')}</p>
          <p>{t('oos.locked')}</p>
        </Banner>
        <DoubtedNotice doubted={doubted} />
        {leftOut.length > 0 && (
          <Banner tone="info" title={t('oos.leftOut', { count: leftOut.length })}>
            <LeftOutList leftOut={leftOut} />
          </Banner>
        )}
        {notice ?? (pausedBy !== null && <ErrorNotice {...describe(pausedBy)} role="status" />)}
        {sharing.length > 0 && (
          <ExplanationField
            name="explanation-all"
            label={t('oos.forAll', { count: sharing.length })}
            text={texts.all}
            autoFocus
            isAttempted={isAttempted}
            onChange={(all) => setTexts(({ own }) => ({ all, own }))}
          />
        )}
        {components.map((component, place) => (
          <Explanation
            key={component.id}
            component={component}
            place={place}
            isOnly={only !== undefined}
            step={stepOf(place)}
            isAttempted={isAttempted}
            text={texts.own[component.id]}
            onChange={(text) => change(component.id, text)}
          />
        ))}
        <TextField label={t('oos.type', { word })} value={typed} onChange={setTyped} />
      </Stack>
    </AlertDialog>
  );
}

/** One explanation for all components, and those that have their own. */
export interface Explanations {
  readonly all: string;
  readonly own: Readonly<Record<string, string | undefined>>;
}

/** What the dialog begins with: a single component has its own, and each of several that was explained before. */
export function explanationsOf(
  components: readonly Pick<ComponentAudit, 'id' | 'out_of_scope_explanation'>[],
  formerly: (component: string) => string | undefined,
): Explanations {
  const known = components.map(({ id, out_of_scope_explanation: now }) => [id, formerly(id) ?? now] as const);
  const own = components.length === 1 ? known : known.filter(([, text]) => text !== '');
  return { all: '', own: Object.fromEntries(own) };
}

export function explanationFor(component: string, { all, own }: Explanations): string {
  return own[component] ?? all;
}

/** The plan of this dialog: sent again with the same keys until each of its steps is done. */
function useOutOfScopePlan(
  { group, components, plans, onReplaced, onDone, onClose }: OutOfScopeDialogProps,
  texts: Explanations,
) {
  const { t } = useTranslation('component-tree');
  const connection = useConnectionId();
  const [id] = useState(() => crypto.randomUUID());
  const [sent, setSent] = useState<string | null>(null);
  const { send, isSending, notice } = useSend();
  const { plan, steps } = plans.find((one) => one.plan.id === sent) ?? { plan: null, steps: [] };
  const keyOf = (place: number) => `${id}-${place}`;
  const stepOf = (place: number) => steps.find(({ key }) => key === keyOf(place)) ?? null;
  const open = components
    .map((component, place) => ({ component, place }))
    .filter(({ place }) => stepOf(place)?.state !== 'done');

  const isOver = plan?.state === 'ended' && steps.length > 0 && steps.every(({ state }) => state === 'done');
  const close = useEffectEvent(() => {
    announce(t('oos.done', { count: components.length }));
    onDone();
    onClose();
  });
  useEffect(() => {
    if (isOver) close();
  }, [isOver]);

  return {
    stepOf,
    open,
    isUnderway: isSending || plan?.state === 'running',
    pausedBy: plan?.state === 'paused' ? (plan.pause?.error ?? null) : null,
    notice,
    send: () => {
      const next = componentsPlan({
        id,
        draft: id,
        connection,
        group,
        waits: false,
        steps: open.map(({ component, place }) => ({
          key: keyOf(place),
          subject: component.name,
          task: {
            kind: 'setOutOfScope',
            group: group.id,
            component: component.id,
            explanation: explanationFor(component.id, texts),
          },
        })),
      });
      void send(
        () => submitPlan(next),
        (progress) => {
          if (sent !== null && sent !== progress.id) onReplaced(sent);
          setSent(progress.id);
        },
      );
    },
  };
}

interface ExplanationProps {
  readonly component: ComponentAudit;
  readonly place: number;
  readonly isOnly: boolean;
  readonly step: StepProgress | null;
  readonly isAttempted: boolean;
  /** Undefined: that for all. */
  readonly text: string | undefined;
  readonly onChange: (text: string | undefined) => void;
}

/** What a component loses, and why it needs no further procedures; or that it is out of scope now. */
function Explanation(props: ExplanationProps) {
  const { component, place, isOnly, step, isAttempted, text, onChange } = props;
  const { t } = useTranslation('component-tree');
  const describe = useErrorWords();
  const refused = step?.state === 'failed' || step?.state === 'blocked' ? step.error : null;
  if (step?.state === 'done')
    return (
      <Part name={component.name} isNamed>
        <Banner tone="success">{t('oos.doneOne')}</Banner>
      </Part>
    );
  return (
    <Part name={component.name} isNamed={!isOnly}>
      {refused !== null && <ErrorNotice {...describe(refused)} role="status" />}
      {step?.state === 'unclear' && <Banner tone="warning">{t('oos.unclear')}</Banner>}
      <Note>
        {component.coupled_entity_audit_id === null
          ? t('oos.notCoupled')
          : t('oos.coupled', { id: component.coupled_entity_audit_id })}
      </Note>
      <AffectedUsers component={component.id} />
      {component.in_scope === false && <p>{t('oos.already')}</p>}
      {text !== undefined && (
        <ExplanationField
          name={`explanation-${place}`}
          label={t('oos.explanation')}
          text={text}
          autoFocus={isOnly || text === ''}
          isAttempted={isAttempted}
          onChange={onChange}
        />
      )}
      {!isOnly && (
        <div>
          <Button variant="quiet" onPress={() => onChange(text === undefined ? '' : undefined)}>
            {t(text === undefined ? 'oos.own' : 'oos.useAll', { name: component.name })}
          </Button>
        </div>
      )}
    </Part>
  );
}

interface ExplanationFieldProps {
  readonly name: string;
  readonly label: string;
  readonly text: string;
  readonly autoFocus: boolean;
  readonly isAttempted: boolean;
  readonly onChange: (text: string) => void;
}

/** A text with phrases to begin it from. */
function ExplanationField({ name, label, text, autoFocus, isAttempted, onChange }: ExplanationFieldProps) {
  const { t } = useTranslation('component-tree');
  const fault = faultOf(text);
  const phrases = Object.entries(t('oos.phrases', { returnObjects: true }));
  return (
    <>
      <TextArea
        label={label}
        help={t('oos.explanationHelp')}
        name={name}
        value={text}
        onChange={onChange}
        autoFocus={autoFocus}
        isRequired
        rows={3}
        error={isAttempted && fault !== null ? t(`oos.${fault}`) : undefined}
      />
      <Row apart>
        <Menu
          label={t('oos.phrase')}
          trigger={
            <Button variant="quiet" icon={<ListPlus aria-hidden />}>
              {t('oos.phrase')}
            </Button>
          }
          entries={phrases.map(([id, phrase]) => ({ id, label: phrase }))}
          onAction={(id) => {
            const [, phrase = ''] = phrases.find(([key]) => key === id) ?? [];
            onChange([text.trim(), phrase].filter(Boolean).join(' '));
          }}
        />
        <Note as="span">{t('oos.length', { count: codePoints(text) })}</Note>
      </Row>
    </>
  );
}

function faultOf(text: string): 'required' | 'gap' | null {
  if (text.trim() === '') return 'required';
  return text.includes(gap) ? 'gap' : null;
}

interface PartProps {
  readonly name: string;
  readonly isNamed: boolean;
  readonly children: ReactNode;
}

function Part({ name, isNamed, children }: PartProps) {
  return (
    <Stack as="section" gap="2" className={styles.explained} aria-label={name}>
      {isNamed && <h3>{name}</h3>}
      {children}
    </Stack>
  );
}

const mostNamed = 5;

/** Who works on a component: they lose its content when it is set out of scope. */
function AffectedUsers({ component }: { readonly component: string }) {
  const { t } = useTranslation('component-tree');
  const { entries, complete, error } = useAuditUsers(useConnectionId(), component);
  const names = entries.slice(0, mostNamed).map(({ name }) => name);
  const text =
    error !== null
      ? t('oos.usersUnread')
      : complete === null
        ? t('oos.usersReading')
        : entries.length === 0
          ? t('oos.noUsers')
          : t('oos.users', { count: entries.length, names: names.join(', ') });
  return (
    <Note>
      {text}
      {entries.length > mostNamed && ' …'}
    </Note>
  );
}
