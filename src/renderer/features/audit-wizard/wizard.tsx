import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { couplingVerdict } from '../../../shared/rules/coupling.ts';
import { comparedFields } from '../../../shared/rules/coupling-component.ts';
import { useAudits } from '../../data/audits.ts';
import { useClients, useLegalEntities } from '../../data/clients.ts';
import { useCouplingCandidates } from '../../data/coupling-candidates.ts';
import { useWorkPackages } from '../../data/work-packages.ts';
import { type AfterPress, createAfterPress } from './after-press.ts';
import type { WizardContent } from './content.ts';
import { couplingProblems, ruleProblems } from './problems.ts';
import { chosenPackage, type Known } from './proposal.ts';
import { useAutosave } from './use-autosave.ts';
import { WizardProvider, type WizardRoom } from './wizard-context.ts';
import { WizardPage } from './wizard-page.tsx';
import { createWizard, type WizardStore } from './wizard-store.ts';

interface WizardProps {
  readonly connection: string;
  readonly initial: WizardContent;
  readonly draftId: string;
}

/** A wizard at work: its state, what it reads from the service, and its draft. */
export function Wizard({ connection, initial, draftId }: WizardProps) {
  const { t } = useTranslation('audit-wizard');
  const [store] = useState(() => createWizard(initial));
  const content = useStore(store, (state) => state.content);
  const { client_organisation_id: clientId } = content.fields;
  const clients = useClients(connection);
  const packages = useWorkPackages(connection);
  const audits = useAudits(connection);
  const legalEntities = useLegalEntities(connection, clientId);

  const known = useMemo<Known>(
    () => ({
      clients: clients.entries,
      legalEntities: clientId !== '' && legalEntities.isWhole ? legalEntities.entries : null,
      legalEntitiesOf: clientId,
      packages: packages.isWhole ? packages.entries : null,
      audits: audits.entries,
    }),
    [clients.entries, clientId, legalEntities, packages, audits.entries],
  );
  useEffect(() => {
    store.getState().propose(known);
    return store.subscribe((now, before) => {
      if (now.content !== before.content) now.propose(known);
    });
  }, [store, known]);

  const workPackage = chosenPackage(content, packages.entries);
  const client = clients.entries.find(({ id }) => id === clientId) ?? null;
  const { candidates, verdict } = useCoupling(connection, store, known.packages);
  const problems = useMemo(
    () => [
      ...ruleProblems(content, {
        workPackage,
        legalEntityIds: known.legalEntities?.map(({ id }) => id) ?? null,
      }),
      ...couplingProblems(content, verdict),
    ],
    [content, workPackage, known, verdict],
  );
  const titleOf = useCallback(
    ({ fields }: WizardContent) => fields.name || client?.name || t('draft.untitled'),
    [client?.name, t],
  );
  const { state, autosave } = useAutosave({ connection, draftId, store, titleOf });
  const leave = useLeave(store);
  const room: WizardRoom = {
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
    leave,
    problems,
  };
  return (
    <WizardProvider value={room}>
      <WizardPage draftId={draftId} saveState={state} autosave={autosave} />
    </WizardProvider>
  );
}

/** What may be coupled to and how the choice is judged; what the initialising component gives is filled in. */
function useCoupling(connection: string, store: WizardStore, packages: Known['packages']) {
  const { coupling, fields } = useStore(store, (state) => state.content);
  const refused = useStore(store, (state) => state.refused.coupled_component_audit_ids);
  const candidates = useCouplingCandidates(connection, {
    isWanted: coupling.isWanted,
    selected: coupling.ids,
  });
  const { network, readAgain } = candidates;
  const verdict = useMemo(() => {
    if (!coupling.isWanted) return null;
    const given = comparedFields.filter((field) => fields[field] !== '');
    const values = Object.fromEntries(given.map((field) => [field, fields[field]]));
    return couplingVerdict({ ids: coupling.ids, values }, network);
  }, [coupling.isWanted, coupling.ids, fields, network]);
  // Whatever is still being read may change who initialises: until then the fields stay as they are.
  const values = verdict?.values ?? null;
  const isOpen = coupling.isWanted && values === null && !candidates.isWhole;
  useLayoutEffect(() => {
    if (!isOpen) store.getState().takeOver(values, packages);
  }, [store, values, packages, isOpen]);
  const read = useRef(refused);
  useEffect(() => {
    if (refused === undefined || read.current === refused) return;
    read.current = refused; // once a refusal
    readAgain(); // somebody else was first, or changed what is chosen
  }, [refused, readAgain]);
  return { candidates, verdict };
}

function useLeave(store: WizardStore): WizardRoom['leave'] {
  const afterPress = useRef<AfterPress | null>(null);
  useEffect(() => {
    const created = createAfterPress(window, (callback) => setTimeout(callback));
    afterPress.current = created;
    return created.end;
  }, []);
  return useCallback((field) => afterPress.current?.run(() => store.getState().touch(field)), [store]);
}
