import { createContext, useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ClientOrganisation, LegalEntity } from '../../../shared/model/client-organisation.ts';
import type { WorkPackage } from '../../../shared/model/work-package.ts';
import type { CouplingVerdict } from '../../../shared/rules/coupling.ts';
import type { CouplingCandidates } from '../../data/coupling-candidates.ts';
import type { WholeList } from '../../data/whole-list.ts';
import type { FieldName } from './content.ts';
import { useProblemWords } from './problem-words.ts';
import { type Problem, shownProblems } from './problems.ts';
import type { Known } from './proposal.ts';
import type { WizardActions, WizardState, WizardStore } from './wizard-store.ts';

/** What every part of the wizard works with. */
export interface WizardRoom {
  readonly connection: string;
  readonly store: WizardStore;
  readonly known: Known;
  readonly clients: WholeList<ClientOrganisation>;
  readonly legalEntities: WholeList<LegalEntity>;
  readonly packages: WholeList<WorkPackage>;
  /** The chosen one; null while none is or it is not known. */
  readonly workPackage: WorkPackage | null;
  readonly client: ClientOrganisation | null;
  readonly candidates: CouplingCandidates;
  /** What the rules say about what is chosen to couple to; null while coupling is not wanted. */
  readonly verdict: CouplingVerdict | null;
  /** Notes that a field was left, so that what is wrong with it is said from now on (ux W4). */
  readonly leave: (field: string) => void;
  /** Every rule that the content breaks, said or not. */
  readonly problems: readonly Problem[];
}

const RoomContext = createContext<WizardRoom | null>(null);
export const WizardProvider = RoomContext.Provider;

export function useRoom(): WizardRoom {
  const room = useContext(RoomContext);
  if (room === null) throw new Error('a part of the wizard outside of it');
  return room;
}

/** A part of the wizard's state, or one of its actions. */
export function useWizard<Part>(select: (state: WizardState & WizardActions) => Part): Part {
  return useStore(useRoom().store, select);
}

/** The problems that are said now. */
export function useShownProblems(): ReturnType<typeof shownProblems> {
  const { problems } = useRoom();
  const touched = useWizard((state) => state.touched);
  const attempted = useWizard((state) => state.attempted);
  const refused = useWizard((state) => state.refused);
  return useMemo(
    () => shownProblems(problems, { touched, attempted, refused }),
    [problems, touched, attempted, refused],
  );
}

/** What is wrong with a field, in words; nothing while nothing is or it is not to be said yet. */
export function useFieldError(field: string): string | undefined {
  const words = useProblemWords();
  const wrong = useShownProblems().inline.filter((problem) => problem.field === field);
  return wrong.length === 0 ? undefined : wrong.map((problem) => words(problem)).join('\n');
}

/** What a field of the form needs besides its kind. */
export function useField(name: FieldName) {
  const { t } = useTranslation('audit-wizard');
  const { known, leave } = useRoom();
  const value = useWizard(({ content }) => content.fields[name]);
  const change = useWizard((state) => state.change);
  return {
    name,
    label: t(`field.${name}`),
    value,
    error: useFieldError(name),
    onChange: (next: string) => change(name, next, known.packages),
    onBlur: () => leave(name),
  };
}
