import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { type CouplingVerdict, couplingVerdict } from '../../../shared/rules/service/coupling.ts';
import { comparedFields } from '../../../shared/rules/service/coupling-component.ts';
import { coupledTogether } from '../../../shared/rules/service/shared-audits.ts';
import { useAudits } from '../../data/audits.ts';
import { createAutosave, type SaveState } from '../../data/autosave.ts';
import { useClients, useLegalEntities } from '../../data/clients.ts';
import { type CouplingCandidates, useCouplingCandidates } from '../../data/coupling-candidates.ts';
import { saveDraft } from '../../data/drafts.ts';
import { useWorkPackages } from '../../data/work-packages.ts';
import type { WizardContent } from './content.ts';
import { couplingProblems, firstFailingStep, isDoubtful, type Problem, ruleProblems } from './problems.ts';
import { chosenPackage, type Known, withProposals } from './proposal.ts';
import { type WizardContext, WizardProvider } from './wizard-context.ts';
import { WizardPage } from './wizard-page.tsx';
import { createWizard, type WizardStore } from './wizard-store.ts';

interface WizardProps {
  readonly connection: string;
  readonly initial: WizardContent;
  readonly draftId: string;
  /** Whether it opens the first step that needs a person, or the review, as soon as all is read that is proposed. */
  readonly goesAhead?: boolean;
}

/** The state of a wizard, what it reads from the service, and its draft. */
export function Wizard({ connection, initial, draftId, goesAhead = false }: WizardProps) {
  const [store] = useState(() => createWizard(initial));
  const content = useStore(store, (state) => state.content);
  const { client_organisation_id: clientId } = content.fields;
  const replaced = content.replaces?.id;
  const clients = useClients(connection);
  const packages = useWorkPackages(connection);
  const audits = useAudits(connection);
  const legalEntities = useLegalEntities(connection, clientId);

  const { candidates, verdict, group } = useVerdict(connection, store);
  const network = candidates.complete === null ? null : candidates.network;
  const known = useMemo<Known>(
    () => ({
      clients: clients.entries,
      legalEntities: clientId === '' ? null : legalEntities.complete,
      legalEntitiesOf: clientId,
      packages: packages.complete,
      // The id of the replaced audit is free again.
      audits: replaced === undefined ? audits.entries : audits.entries.filter(({ id }) => id !== replaced),
      areAuditsWhole: audits.complete !== null,
      group,
      network,
    }),
    [
      clients.entries,
      clientId,
      legalEntities.complete,
      packages.complete,
      audits.entries,
      audits.complete,
      replaced,
      group,
      network,
    ],
  );
  useLearning(store, known); // before the effect in `useTakeOver`, whose changes need the packages

  const workPackage = chosenPackage(content, packages.entries);
  const client = clients.entries.find(({ id }) => id === clientId) ?? null;
  useTakeOver(store, candidates, verdict);
  const found = useMemo(
    () => [
      ...ruleProblems(content, {
        workPackage,
        legalEntityIds: known.legalEntities?.map(({ id }) => id) ?? null,
        packages: known.packages,
        audits: known.audits,
        isComponent: (id) => candidates.network.candidate(id) !== undefined,
      }),
      ...couplingProblems(content, verdict),
    ],
    [content, workPackage, known, candidates.network, verdict],
  );
  const problems = useMemo(() => found.filter((problem) => !isDoubtful(problem)), [found]);
  const isCouplingRead =
    content.coupling.decision !== 'couple' ||
    candidates.complete !== null ||
    (content.coupling.isFilled && candidates.error !== null);
  const { packages: allPackages, legalEntities: allEntities, areAuditsWhole } = known;
  const isRead = isCouplingRead && allPackages !== null && allEntities !== null && areAuditsWhole;
  useGoingAhead(store, { goesAhead, initial, known, problems, isRead });
  const titleOf = ({ fields }: WizardContent) => fields.name || client?.name || '';
  const { state, autosave } = useAutosave({ connection, draftId }, store, titleOf);
  const leave = useLeave(store);
  const chosen = content.coupling.ids;
  const more =
    verdict === null || network === null ? [] : coupledTogether(chosen, network).slice(chosen.length);
  const value: WizardContext = {
    connection,
    store,
    known,
    clients,
    legalEntities,
    packages,
    workPackage,
    client,
    candidates,
    verdict,
    more,
    leave,
    problems,
    doubts: found.filter(isDoubtful),
  };
  return (
    <WizardProvider value={value}>
      <WizardPage draftId={draftId} saveState={state} autosave={autosave} />
    </WizardProvider>
  );
}

/** Reads the candidates and judges the choice; `group` is that of the initialising component. */
function useVerdict(connection: string, store: WizardStore) {
  const { coupling, fields } = useStore(store, (state) => state.content);
  const candidates = useCouplingCandidates(connection, {
    isWanted: coupling.decision === 'couple',
    selected: coupling.ids,
    client: fields.client_organisation_id,
  });
  const { network } = candidates;
  const given = comparedFields.filter((field) => coupling.isFilled || fields[field] !== '');
  const values = Object.fromEntries(given.map((field) => [field, fields[field]]));
  const isCoupled = coupling.decision === 'couple';
  const verdict = isCoupled ? couplingVerdict({ ids: coupling.ids, values }, network) : null;
  const initialising = verdict?.initialising?.id;
  const group = initialising === undefined ? null : (network.candidate(initialising)?.group ?? null);
  return { candidates, verdict, group };
}

/** Proposes what follows from what is read. */
function useLearning(store: WizardStore, known: Known): void {
  useLayoutEffect(() => store.getState().learn(known), [store, known]);
}

/** Fills in the values of the initialising component. */
function useTakeOver(
  store: WizardStore,
  candidates: CouplingCandidates,
  verdict: CouplingVerdict | null,
): void {
  const decision = useStore(store, ({ content }) => content.coupling.decision);
  const refused = useStore(store, (state) => state.refused.coupled_component_audit_ids);
  const { readAgain } = candidates;
  // Another component may initialise once all are read: until then the fields stay.
  const values = verdict?.values ?? null;
  const isOpen = decision === 'couple' && values === null && candidates.complete === null;
  useLayoutEffect(() => {
    if (!isOpen) store.getState().takeOver(values);
  }, [store, values, isOpen]);
  const read = useRef(refused);
  useEffect(() => {
    if (refused === undefined || read.current === refused) return;
    read.current = refused; // once for each refusal
    readAgain(); // somebody else may have changed the components
  }, [refused, readAgain]);
}

interface Ahead extends Required<Pick<WizardProps, 'goesAhead' | 'initial'>> {
  readonly known: Known;
  readonly problems: readonly Problem[];
  readonly isRead: boolean;
}

/** Opens the first step that needs a person, or the review: once all is read, unless somebody went somewhere before. */
function useGoingAhead(store: WizardStore, { goesAhead, initial, known, problems, isRead }: Ahead): void {
  const content = useStore(store, (state) => state.content);
  const isWaiting = useRef(goesAhead);
  const isLeft = content.step !== initial.step || content.coupling.isExact === true;
  // The problems are those of a content that nothing more is proposed for.
  const isReady = isRead && withProposals(content, known) === content;
  useEffect(() => {
    if (!isWaiting.current || !(isLeft || isReady)) return;
    isWaiting.current = false;
    if (!isLeft) store.getState().open(firstFailingStep(problems) ?? 'review');
  }, [store, isLeft, isReady, problems]);
}

function useLeave(store: WizardStore): WizardContext['leave'] {
  const afterPress = useRef<AfterPress | null>(null);
  useEffect(() => {
    const created = createAfterPress(window, (callback) => setTimeout(callback));
    afterPress.current = created;
    return created.end;
  }, []);
  return (field) => afterPress.current?.run(() => store.getState().touch(field));
}

/** Saves the content as a draft: a second after a change, at every step, and when a person leaves. */
function useAutosave(
  { connection, draftId }: Pick<WizardProps, 'connection' | 'draftId'>,
  store: WizardStore,
  titleOf: (content: WizardContent) => string,
) {
  const client = useQueryClient();
  const [state, setState] = useState<SaveState | null>(null);
  const autosave = createAutosave<{ readonly title: string; readonly content: WizardContent }>(
    async ({ title, content }) => {
      const draft = { id: draftId, kind: 'audit', connection, title, content: { ...content } } as const;
      return (await saveDraft(client, draft)).ok;
    },
    setState,
  );

  useEffect(
    () =>
      store.subscribe((now, before) => {
        if (!now.dirty || now.content === before.content) return;
        const title = Array.from(titleOf(now.content)).slice(0, 200).join('');
        autosave.change({ title, content: now.content });
        if (now.content.step !== before.content.step) void autosave.flush();
      }),
    [autosave, store, titleOf],
  );

  useEffect(() => {
    const keep = () => void autosave.flush();
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [autosave]);
  return { state, autosave };
}

interface AfterPress {
  /** Calls back at once; while a pointer is down, after the press. */
  readonly run: (callback: () => void) => void;
  readonly end: () => void;
}

/**
 * Delays what would move the page during a press. A press on a button leaves a field, whose error would then move the button
 * from under the pointer.
 */
export function createAfterPress(source: EventTarget, later: (callback: () => void) => void): AfterPress {
  let isHeld = false;
  let waiting: readonly (() => void)[] = [];
  const hold = (): void => {
    isHeld = true;
  };
  const release = (): void => {
    isHeld = false;
    const callbacks = waiting;
    waiting = [];
    if (callbacks.length > 0)
      later(() => {
        for (const callback of callbacks) callback();
      });
  };
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  source.addEventListener('pointerdown', hold, options);
  source.addEventListener('pointerup', release, options);
  source.addEventListener('pointercancel', release, options);
  return {
    run(callback) {
      if (isHeld) waiting = [...waiting, callback];
      else callback();
    },
    end: () => listening.abort(),
  };
}
