import { createStore, type StoreApi } from 'zustand/vanilla';
import { type ComparedValues, comparedFields } from '../../../shared/rules/coupling-component.ts';
import { changed, couplingChanged, filled, type Notice, settingChanged } from './change.ts';
import { type CouplingChoice, type FieldName, fieldNames, type WizardContent } from './content.ts';
import type { Offer } from './offer.ts';
import { firstFailingStep, type Problem, serviceProblems } from './problems.ts';
import { type Known, withProposals } from './proposal.ts';
import { furthest, type Step, stepAfter, stepBefore, steps } from './steps.ts';

/** What the wizard knows beside its content; none of it is part of a draft. */
export interface WizardState {
  readonly content: WizardContent;
  /** Whether a person has entered anything since the wizard opened. */
  readonly dirty: boolean;
  /** Fields that were left once: they are validated from then on (ux W4). */
  readonly touched: ReadonlySet<string>;
  /** Steps that were continued with a problem: all their problems show. */
  readonly attempted: ReadonlySet<Step>;
  /** What the service said about fields, until they are changed. */
  readonly refused: Readonly<Record<string, readonly string[]>>;
  readonly notices: readonly Notice[];
  /** Whether the step in work was opened from the review, to which it then returns (ux W5). */
  readonly returning: boolean;
  /** Fields that are fixed only because they were submitted. */
  readonly frozen: readonly FieldName[];
  /** Rises whenever the first failing coupling rule shall take the focus (ux P8). */
  readonly ruleCalls: number;
  /** Rises whenever the summary of problems shall take the focus (ux W2). */
  readonly summaryCalls: number;
}

export interface WizardActions {
  readonly change: (field: FieldName, value: string, packages: Known['packages']) => void;
  readonly changeSetting: (id: string, entry: unknown) => void;
  readonly changeCoupling: (choice: Partial<Pick<CouplingChoice, 'isWanted' | 'ids'>>) => void;
  /** Takes over what the initialising component gives; null lets go of the fields, which keep their values. */
  readonly takeOver: (values: ComparedValues | null, packages: Known['packages']) => void;
  readonly take: (offer: Offer, packages: Known['packages']) => void;
  readonly touch: (field: string) => void;
  readonly propose: (known: Known) => void;
  /** Opens a step; from the review it comes back there. */
  readonly open: (step: Step) => void;
  readonly back: () => void;
  /** Goes on to the next step or back to the review, unless the step in work has a problem. */
  readonly advance: (problems: readonly Problem[]) => void;
  /** Shows all problems and opens the first step that has one; answers whether there was none. */
  readonly confirm: (problems: readonly Problem[]) => boolean;
  /** Begins a submission: fixes what was proposed, so that a repetition is the same one (ux W10). */
  readonly freeze: () => void;
  /** Has it proposed again, where it is certain that nothing was created. */
  readonly thaw: () => void;
  /** Puts a `400` on its steps and fields (ux W3). */
  readonly refuse: (fields: Readonly<Record<string, readonly string[]>>) => void;
  readonly dismissNotices: () => void;
}

export type WizardStore = StoreApi<WizardState & WizardActions>;

/** A wizard at work on a content. */
export function createWizard(content: WizardContent): WizardStore {
  return createStore<WizardState & WizardActions>((set, get) => {
    const edit = (next: WizardContent, fields: readonly string[], notices: readonly Notice[] = []): void =>
      set(({ refused, frozen, notices: before }) => ({
        content: next,
        dirty: true,
        frozen: frozen.filter((field) => !fields.includes(field)),
        refused: Object.fromEntries(Object.entries(refused).filter(([field]) => !fields.includes(field))),
        notices: notices.length > 0 ? notices : before,
      }));
    const show = (step: Step, also: Partial<WizardState> = {}): void =>
      set(({ content: now }) => ({
        content: { ...now, step, reached: furthest(now.reached, step) },
        ...also,
      }));
    const showFirst = (problems: readonly Problem[], also: Partial<WizardState>): void =>
      show(firstFailingStep(problems) ?? 'review', {
        ...also,
        returning: firstFailingStep(problems) !== null,
        summaryCalls: get().summaryCalls + 1,
      });

    return {
      content,
      dirty: false,
      touched: new Set(),
      attempted: new Set(),
      refused: {},
      notices: [],
      returning: false,
      frozen: [],
      summaryCalls: 0,
      ruleCalls: 0,
      change(field, value, packages) {
        const next = changed(get().content, field, value, packages);
        edit(next.content, [field], next.notices);
      },
      changeSetting(id, entry) {
        edit(settingChanged(get().content, id, entry), [`settings.${id}`, 'settings']);
      },
      changeCoupling(choice) {
        edit(couplingChanged(get().content, choice), ['coupled_component_audit_ids', ...comparedFields]);
      },
      takeOver(values, packages) {
        const { content: now } = get();
        if (values === null) {
          if (now.coupling.isFilled) set({ content: couplingChanged(now, {}) });
          return;
        }
        if (now.coupling.isFilled && comparedFields.every((field) => now.fields[field] === values[field]))
          return;
        const next = filled(now, values, packages);
        edit(next.content, comparedFields, next.notices);
      },
      take(offer, packages) {
        for (const field of fieldNames) {
          const value = offer[field];
          if (value !== undefined) get().change(field, value, packages);
        }
      },
      touch: (field) => set(({ touched }) => ({ touched: new Set([...touched, field]) })),
      propose(known) {
        const next = withProposals(get().content, known);
        if (next !== get().content) set({ content: next });
      },
      open(step) {
        const { content: now, returning } = get();
        show(step, { returning: step !== 'review' && (now.step === 'review' || returning) });
      },
      back: () => show(stepBefore(get().content.step), { returning: false }),
      advance(problems) {
        const { step } = get().content;
        if (problems.some((problem) => problem.step === step)) {
          set(({ attempted, summaryCalls, ruleCalls }) => ({
            attempted: new Set([...attempted, step]),
            // The picker has a place of its own for what is wrong: its rules.
            ...(step === 'coupling' ? { ruleCalls: ruleCalls + 1 } : { summaryCalls: summaryCalls + 1 }),
          }));
          return;
        }
        show(get().returning ? 'review' : stepAfter(step), { returning: false });
      },
      confirm(problems) {
        if (problems.length === 0) return true;
        showFirst(problems, { attempted: new Set(steps) });
        return false;
      },
      freeze: () =>
        set(({ content: now, frozen }) => {
          const proposed = (['name', 'id'] as const).filter((field) => !now.own.includes(field));
          return {
            content: { ...now, own: [...now.own, ...proposed] },
            frozen: [...frozen, ...proposed],
            refused: {},
          };
        }),
      thaw: () =>
        set(({ content: now, frozen }) => ({
          content: { ...now, own: now.own.filter((field) => !frozen.includes(field)) },
          frozen: [],
        })),
      refuse: (fields) => {
        // Fields that the coupling has filled can be changed only there.
        const { isFilled } = get().content.coupling;
        const isFromCoupling = (field: string) => isFilled && comparedFields.some((name) => name === field);
        const problems = serviceProblems(fields).map((problem) =>
          isFromCoupling(problem.field) ? { ...problem, step: 'coupling' as const } : problem,
        );
        showFirst(problems, { refused: fields });
      },
      dismissNotices: () => set({ notices: [] }),
    };
  });
}
