import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { ClientOrganisation, LegalEntity } from '../../../shared/model/client-organisation.ts';
import type { WorkPackage } from '../../../shared/model/work-package.ts';
import type { CouplingVerdict } from '../../../shared/rules/service/coupling.ts';
import type { WholeList } from '../../data/collection.ts';
import type { CouplingCandidates } from '../../data/coupling-candidates.ts';
import { fieldTitles } from '../../messages/audit-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { useProblemWords } from './problem-words.ts';
import { type Problem, shownProblems } from './problems.ts';
import type { Known } from './proposal.ts';
import type { FieldName } from './steps.ts';
import type { WizardActions, WizardState, WizardStore } from './wizard-store.ts';

/** What every part of the wizard works with. */
export interface WizardContext {
  readonly connection: string;
  readonly store: WizardStore;
  readonly known: Known;
  readonly clients: WholeList<ClientOrganisation>;
  readonly legalEntities: WholeList<LegalEntity>;
  readonly packages: WholeList<WorkPackage>;
  /** Null while none is chosen, or the chosen one is not known. */
  readonly workPackage: WorkPackage | null;
  readonly client: ClientOrganisation | null;
  readonly candidates: CouplingCandidates;
  /** Null while coupling is not wanted. */
  readonly verdict: CouplingVerdict | null;
  /** What could be coupled together with what is chosen, at the creation of this audit only. */
  readonly more: readonly string[];
  /** Notes that a field was left: its problems show from now on (ux W4). */
  readonly leave: (field: string) => void;
  /** What keeps the audit from being sent, shown or not. */
  readonly problems: readonly Problem[];
  /** What the app doubts and the service decides. */
  readonly doubts: readonly Problem[];
}

const Context = createContext<WizardContext | null>(null);
export const WizardProvider = Context.Provider;

export function useWizardContext(): WizardContext {
  const room = useContext(Context);
  if (room === null) throw new Error('a part of the wizard outside of it');
  return room;
}

export function useWizard<Part>(select: (state: WizardState & WizardActions) => Part): Part {
  return useStore(useWizardContext().store, select);
}

export function useShownProblems(): ReturnType<typeof shownProblems> {
  const { problems } = useWizardContext();
  const touched = useWizard((state) => state.touched);
  const attempted = useWizard((state) => state.attempted);
  const refused = useWizard((state) => state.refused);
  return shownProblems(problems, { touched, attempted, refused });
}

export function useFieldError(field: string): string | undefined {
  const words = useProblemWords();
  const wrong = useShownProblems().inline.filter((problem) => problem.field === field);
  return wrong.length === 0 ? undefined : wrong.map((problem) => words(problem)).join('\n');
}

/** The props that all fields of the form share. */
export function useField(name: FieldName) {
  const { t } = useTranslation('audit-wizard');
  const { leave } = useWizardContext();
  const value = useWizard(({ content }) => content.fields[name]);
  const change = useWizard((state) => state.change);
  return {
    name,
    label: t(fieldTitles[name]),
    value,
    error: useFieldError(name),
    onChange: (next: string) => change(name, next),
    onBlur: () => leave(name),
  };
}
