import { ListPlus } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { ComponentAudit } from '../../../shared/model/component-audit.ts';
import { codePoints } from '../../../shared/rules/service/audit.ts';
import { useConnectionId } from '../../data/connections.ts';
import type { Change } from '../../data/staged-changes.ts';
import { useAuditUsers } from '../../data/users.ts';
import { useTranslation } from '../../messages/language.ts';
import { isUnseen, useUnseenWords } from '../../messages/unseen-words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Id } from '../../ui/code.tsx';
import { Dialog, FormActions } from '../../ui/dialog.tsx';
import { focusField } from '../../ui/error-summary.tsx';
import { Note, Row, Stack } from '../../ui/layout.tsx';
import { Menu } from '../../ui/menu.tsx';
import { PlainTable } from '../../ui/panel.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import styles from './component-tree.module.css';
import { LeftOutList } from './notices.tsx';
import type { LeftOut } from './rows.ts';
import { rowsAtOnce, ShowMore } from './show-more.tsx';

const gap = '[…]'; // a phrase has it where the person must fill something in

interface OutOfScopeDialogProps {
  /** As they are now. */
  readonly components: readonly ComponentAudit[];
  /** Selected too, but they cannot be set out of scope. */
  readonly leftOut: readonly LeftOut[];
  /** The explanation that is staged for a component. */
  readonly stagedFor: (component: string) => string | undefined;
  readonly onStage: (changes: readonly Change[]) => void;
  readonly onClose: () => void;
}

/** Stages components to be set out of scope: what each loses, the coupled ones first, and why it needs no further procedures (ux T6). */
export function OutOfScopeDialog({
  components,
  leftOut,
  stagedFor,
  onStage,
  onClose,
}: OutOfScopeDialogProps) {
  const { t } = useTranslation('component-tree');
  const { t: plans } = useTranslation('plans');
  const [order] = useState(
    () =>
      new Map(
        components
          .toSorted((one, other) => Number(mayBeCoupled(other)) - Number(mayBeCoupled(one)))
          .map(({ id }, place) => [id, place]),
      ),
  );
  const placeOf = ({ id }: ComponentAudit) => order.get(id) ?? 0;
  const rows = components.toSorted((one, other) => placeOf(one) - placeOf(other));
  const [most, setMost] = useState(rowsAtOnce);
  const [texts, setTexts] = useState(() => explanationsOf(rows, stagedFor));
  const [isAttempted, setAttempted] = useState(false);
  const count = rows.length;
  const sharing = rows.filter(({ id }) => texts.own[id] === undefined).length;
  const isOnly = count === 1 && sharing === 1;
  const stage = () => {
    setAttempted(true);
    const missing = rows.findIndex(({ id }) => faultOf(explanationFor(id, texts)) !== null);
    const wrong = rows[missing];
    flushSync(() => setMost(Math.max(most, missing + 1)));
    if (wrong !== undefined)
      return focusField(texts.own[wrong.id] === undefined ? 'explanation-all' : `explanation-${missing}`);
    onStage(
      rows.map(({ id, name }) => ({
        key: crypto.randomUUID(),
        kind: 'set-out-of-scope',
        component: id,
        explanation: explanationFor(id, texts),
        name,
      })),
    );
    onClose();
  };
  return (
    <Dialog
      isOpen
      size="wide"
      title={
        count === 1
          ? plans('verb.setOutOfScope.one', { name: rows[0]?.name ?? '' })
          : plans('verb.setOutOfScope.many', { number: count })
      }
      onClose={onClose}
      onSubmit={stage}
      actions={<FormActions submit={t('parts:word.stageComponents', { count })} />}
    >
      <Banner tone="warning" isLine title={t('oos.clears', { count })}>
        <p>{t('oos.noWayBack')}</p>
      </Banner>
      {leftOut.length > 0 && (
        <Banner tone="info" title={t('oos.leftOut', { count: leftOut.length })}>
          <LeftOutList leftOut={leftOut} />
        </Banner>
      )}
      {sharing > 0 && (
        <ExplanationField
          name="explanation-all"
          label={
            count === 1 ? t('parts:field.out_of_scope_explanation') : t('oos.forAll', { count: sharing })
          }
          help={t('oos.explanationHelp')}
          text={texts.all}
          isAttempted={isAttempted}
          onChange={(all) => setTexts(({ own }) => ({ all, own }))}
        />
      )}
      <div className={styles.affected} role="region" aria-label={t('oos.affected')}>
        <PlainTable>
          <thead>
            <tr>
              <th scope="col" style={{ width: '40%' }}>
                {t('parts:field.component_name')}
              </th>
              <th scope="col">{t('oos.column.coupled')}</th>
              <th scope="col">{t('commands:screens.users')}</th>
              {!isOnly && <th scope="col">{t('parts:field.out_of_scope_explanation')}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, most).map((component, place) => (
              <Affected
                key={component.id}
                component={component}
                place={place}
                isOnly={isOnly}
                isAttempted={isAttempted}
                text={texts.own[component.id]}
                onChange={(text) =>
                  setTexts(({ all, own }) => ({ all, own: { ...own, [component.id]: text } }))
                }
              />
            ))}
          </tbody>
        </PlainTable>
      </div>
      {count > most && (
        <Row>
          <ShowMore count={count} most={most} onShow={setMost} />
        </Row>
      )}
    </Dialog>
  );
}

/** Whether a component is coupled, or the service does not show whether it is: these stand first. */
export function mayBeCoupled(component: Pick<ComponentAudit, 'coupled_entity_audit_id' | 'unseen'>): boolean {
  return component.coupled_entity_audit_id !== null || isUnseen(component, 'coupled_entity_audit_id');
}

/** One explanation for all components, and those that have their own. */
export interface Explanations {
  readonly all: string;
  readonly own: Readonly<Record<string, string | undefined>>;
}

/** What the dialog begins with: each of several that was explained before keeps its own; the one of a single component is that for all. */
export function explanationsOf(
  components: readonly Pick<ComponentAudit, 'id' | 'out_of_scope_explanation'>[],
  stagedFor: (component: string) => string | undefined,
): Explanations {
  const known = components.map(
    ({ id, out_of_scope_explanation: now }) => [id, stagedFor(id) ?? now] as const,
  );
  return components.length === 1
    ? { all: known[0]?.[1] ?? '', own: {} }
    : { all: '', own: Object.fromEntries(known.filter(([, text]) => text !== '')) };
}

export function explanationFor(component: string, { all, own }: Explanations): string {
  return own[component] ?? all;
}

interface AffectedProps {
  readonly component: ComponentAudit;
  readonly place: number;
  readonly isOnly: boolean;
  readonly isAttempted: boolean;
  /** Undefined: that for all. */
  readonly text: string | undefined;
  readonly onChange: (text: string | undefined) => void;
}

function Affected({ component, place, isOnly, isAttempted, text, onChange }: AffectedProps) {
  const { t } = useTranslation('component-tree');
  const { short: unseen } = useUnseenWords();
  const { name, coupled_entity_audit_id: coupled } = component;
  return (
    <tr>
      <th scope="row">
        {name}
        {component.in_scope === false && <Note>{t('oos.already')}</Note>}
      </th>
      <td>
        {coupled !== null ? (
          <Id value={coupled} />
        ) : mayBeCoupled(component) ? (
          unseen
        ) : (
          t('parts:word.noAudit')
        )}
      </td>
      <td>
        <AffectedUsers component={component.id} />
      </td>
      {!isOnly && (
        <td>
          {text === undefined ? (
            <Button variant="quiet" aria-label={t('oos.ownOf', { name })} onPress={() => onChange('')}>
              {t('oos.own')}
            </Button>
          ) : (
            <ExplanationField
              name={`explanation-${place}`}
              label={t('parts:field.out_of_scope_explanation')}
              text={text}
              isAttempted={isAttempted}
              onChange={onChange}
              onUseAll={() => onChange(undefined)}
            />
          )}
        </td>
      )}
    </tr>
  );
}

interface ExplanationFieldProps {
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  readonly text: string;
  readonly isAttempted: boolean;
  readonly onChange: (text: string) => void;
  /** Gives way to the explanation for all. */
  readonly onUseAll?: () => void;
}

/** A text with phrases to begin it from. */
function ExplanationField(props: ExplanationFieldProps) {
  const { name, label, help, text, isAttempted, onChange, onUseAll } = props;
  const { t } = useTranslation('component-tree');
  const fault = faultOf(text);
  const phrases = Object.entries(t('oos.phrases', { returnObjects: true }));
  return (
    <Stack gap="1">
      <TextArea
        label={label}
        help={help}
        name={name}
        value={text}
        onChange={onChange}
        autoFocus={text === '' || onUseAll === undefined}
        isRequired
        rows={2}
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
        {onUseAll !== undefined && (
          <Button variant="quiet" onPress={onUseAll}>
            {t('oos.useAll')}
          </Button>
        )}
        <Note as="span">{t('parts:count.characters', { count: codePoints(text) })}</Note>
      </Row>
    </Stack>
  );
}

function faultOf(text: string): 'required' | 'gap' | null {
  if (text.trim() === '') return 'required';
  return text.includes(gap) ? 'gap' : null;
}

const mostNamed = 3;

/** Who works on a component: they lose its content when it is set out of scope. */
function AffectedUsers({ component }: { readonly component: string }) {
  const { t } = useTranslation('component-tree');
  const { entries, complete, error } = useAuditUsers(useConnectionId(), component);
  if (error !== null) return t('parts:word.notLoaded');
  if (complete === null) return t('common:list.reading');
  if (entries.length === 0) return t('parts:word.none');
  const names = entries.slice(0, mostNamed).map(({ name }) => name);
  const more = entries.length - names.length;
  return [...names, ...(more > 0 ? [`+${more}`] : [])].join(', ');
}
