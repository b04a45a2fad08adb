import { createStore, type StoreApi } from 'zustand/vanilla';
import { type ComparedValues, comparedFields } from '../../../shared/rules/service/coupling-component.ts';
import type { AppliedTemplate } from '../../../shared/rules/service/template.ts';
import {
  type Changed,
  type CouplingChange,
  changed,
  couplingChanged,
  filled,
  type Notice,
  released,
  settingChanged,
  unlocked,
} from './change.ts';
import type { Copies, WizardContent } from './content.ts';
import { contentFrom, withoutTemplate } from './from-template.ts';
import type { Offer } from './offer.ts';
import { firstFailingStep, type Problem, serviceProblems } from './problems.ts';
import { type Known, withProposals } from './proposal.ts';
import {
  type FieldName,
  fieldNames,
  furthest,
  isBefore,
  type Step,
  stepAfter,
  stepBefore,
  steps,
} from './steps.ts';

/** The content, which a draft keeps, and what no draft keeps. */
export interface WizardState {
  readonly content: WizardContent;
  readonly known: Known | null;
  /** Whether a person has entered anything since the wizard opened. */
  readonly dirty: boolean;
  /** Fields that were left once: their problems show (ux W4). */
  readonly touched: ReadonlySet<string>;
  /** Steps that a person tried to continue: all their problems show. */
  readonly attempted: ReadonlySet<Step>;
  /** The service's messages by field, until the field changes. */
  readonly refused: Readonly<Record<string, readonly string[]>>;
  readonly notices: readonly Notice[];
  /** Whether the current step was opened from the review, and returns there (ux W5). */
  readonly returning: boolean;
  /** Proposed fields that were fixed because they were submitted. */
  readonly frozen: readonly FieldName[];
  /** Rises when the first failing coupling rule takes the focus (ux P8). */
  readonly ruleCalls: number;
  /** Rises when the summary of problems takes the focus (ux W2). */
  readonly summaryCalls: number;
}

export type WizardActions = ReturnType<typeof entering> &
  ReturnType<typeof walking> &
  ReturnType<typeof submitting>;
export type WizardStore = StoreApi<WizardState & WizardActions>;

/** A wizard for a content. Proposals follow every change and everything that is read. */
export function createWizard(content: WizardContent): WizardStore {
  const store = createStore<WizardState & WizardActions>((set, get) => ({
    content,
    known: null,
    dirty: false,
    touched: new Set(),
    attempted: new Set(),
    refused: {},
    notices: [],
    returning: false,
    frozen: [],
    summaryCalls: 0,
    ruleCalls: 0,
    ...entering(set, get),
    ...walking(set, get),
    ...submitting(set, get),
  }));
  store.subscribe((now, before) => {
    if (now.content !== before.content || now.known !== before.known) propose(store);
  });
  return store;
}

function propose({ setState, getState }: WizardStore): void {
  const { content, known, notices } = getState();
  const next = known === null ? content : withProposals(content, known);
  if (next === content) return;
  const label = content.fields.scoping_package_id;
  const by = next.fields.scoping_package_id;
  // Before its step nobody has seen the label yet.
  const isLost = label !== '' && label !== by && !isBefore(content.reached, 'methodology');
  setState({
    content: next,
    notices: isLost ? [...notices, { code: 'label-gone', subject: label }] : notices,
  });
}

type SetState = (change: Partial<WizardState> | ((now: WizardState) => Partial<WizardState>)) => void;
type GetState = () => WizardState;

const ofCoupling: readonly Notice['code'][] = ['values-back', 'settings-back', 'label-gone'];

function entering(set: SetState, get: GetState) {
  const packages = () => get().known?.packages ?? null;
  const edit = (next: WizardContent, fields: readonly string[], notices: readonly Notice[]): void =>
    set(({ refused, frozen }) => ({
      content: next,
      dirty: true,
      frozen: frozen.filter((field) => !fields.includes(field)),
      refused: Object.fromEntries(Object.entries(refused).filter(([field]) => !fields.includes(field))),
      notices,
    }));
  // Notices of an earlier coupling are over.
  const couple = ({ content, notices }: Changed, fields: readonly string[]): void =>
    edit(content, fields, [...get().notices.filter(({ code }) => !ofCoupling.includes(code)), ...notices]);
  const change = (field: FieldName, value: string): void => {
    const { content, notices } = changed(get().content, field, value, packages());
    edit(content, [field], notices.length > 0 ? notices : get().notices);
  };
  return {
    change,
    changeSetting: (id: string, entry: unknown): void => {
      edit(settingChanged(get().content, id, entry), [`settings.${id}`, 'settings'], get().notices);
    },
    changeCoupling: (choice: CouplingChange): void => {
      const next = couplingChanged(get().content, choice, packages());
      couple(next, ['coupled_component_audit_ids', ...comparedFields]);
    },
    /** Fills the values of the initialising component; null brings the earlier values back. */
    takeOver: (values: ComparedValues | null): void => {
      const { content } = get();
      const { isFilled, isOwn, before } = content.coupling;
      if (isOwn === true) return;
      if (values === null) {
        if (isFilled || before !== null) couple(released(content, packages()), []);
        return;
      }
      if (isFilled && comparedFields.every((field) => content.fields[field] === values[field])) return;
      couple(filled(content, values, packages()), comparedFields);
    },
    /** Lets a person change what the coupling has filled in. */
    unlock: (): void => edit(unlocked(get().content), [], get().notices),
    take: (offer: Offer): void => {
      for (const field of fieldNames) {
        const value = offer[field];
        if (value !== undefined) change(field, value);
      }
    },
    /** Fills in what a template gives; null takes it out again. */
    applyTemplate: (applied: AppliedTemplate | null): void => {
      const { content } = get();
      edit(applied === null ? withoutTemplate(content) : contentFrom(content, applied), fieldNames, []);
    },
    /** Chooses what is made in the audit once it is open. */
    copy: (copies: Copies): void => edit({ ...get().content, copies }, [], get().notices),
    learn: (known: Known): void => {
      set({ known });
    },
    touch: (field: string): void => {
      set(({ touched }) => ({ touched: new Set([...touched, field]) }));
    },
    dismissNotices: (): void => {
      set({ notices: [] });
    },
  };
}

function walking(set: SetState, get: GetState) {
  return {
    open: (step: Step): void => {
      const { content, returning } = get();
      set(at(step, { returning: step !== 'review' && (content.step === 'review' || returning) }));
    },
    back: (): void => {
      set(at(stepBefore(get().content.step), { returning: false }));
    },
    /** Opens the next step or the review, unless the current step has a problem. */
    advance: (problems: readonly Problem[]): void => {
      const { content, returning, attempted, ruleCalls, summaryCalls } = get();
      const here = problems.filter(({ step }) => step === content.step);
      if (here.length === 0)
        return set(at(returning ? 'review' : stepAfter(content.step), { returning: false }));
      set({
        attempted: new Set([...attempted, content.step]),
        // Broken coupling rules show in the picker, all else in the summary.
        ...(here.some(isOfRules) ? { ruleCalls: ruleCalls + 1 } : { summaryCalls: summaryCalls + 1 }),
      });
    },
  };
}

function submitting(set: SetState, get: GetState) {
  const showFirst = (problems: readonly Problem[], also: Partial<WizardState>): void => {
    const step = firstFailingStep(problems);
    const summaryCalls = get().summaryCalls + 1;
    set(at(step ?? 'review', { ...also, returning: step !== null, summaryCalls }));
  };
  return {
    /** Opens the first step with a problem; answers whether there is none. */
    confirm: (problems: readonly Problem[]): boolean => {
      if (problems.length > 0) showFirst(problems, { attempted: new Set(steps) });
      return problems.length === 0;
    },
    /** Fixes the proposed name and id, so that a repeated submission is the same (ux W10). */
    freeze: (): void => {
      set(({ content, frozen }) => {
        const proposed = (['name', 'id'] as const).filter((field) => !content.own.includes(field));
        return {
          content: { ...content, own: [...content.own, ...proposed] },
          frozen: [...frozen, ...proposed],
          refused: {},
        };
      });
    },
    /** Lets name and id be proposed again, once it is certain that nothing was created. */
    thaw: (): void => {
      set(({ content, frozen }) => ({
        content: { ...content, own: content.own.filter((field) => !frozen.includes(field)) },
        frozen: [],
      }));
    },
    /** Shows the messages of a `400` at their fields (ux W3). */
    refuse: (fields: WizardState['refused']): void => {
      // Filled fields can only be changed at the coupling.
      const { isFilled } = get().content.coupling;
      const isFromCoupling = (field: string) => isFilled && comparedFields.some((name) => name === field);
      const problems = serviceProblems(fields).map((problem) =>
        isFromCoupling(problem.field) ? { ...problem, step: 'coupling' as const } : problem,
      );
      showFirst(problems, { refused: fields });
    },
  };
}

function at(step: Step, also: Partial<WizardState>) {
  return ({ content }: WizardState): Partial<WizardState> => ({
    content: { ...content, step, reached: furthest(content.reached, step) },
    ...also,
  });
}

function isOfRules(problem: Problem): boolean {
  return problem.by === 'rule' && problem.violation.code === 'coupling-rule';
}
