import { useCallback } from 'react';
import type { CouplingVerdict } from '../../../shared/rules/coupling.ts';
import type { CouplingCandidates } from '../../data/coupling-candidates.ts';
import styles from './coupling.module.css';
import { useFilledWords } from './filled-words.ts';
import { InitialisingPanel } from './initialising-panel.tsx';
import type { Refusal } from './refusal.ts';
import { RulesPanel } from './rules-panel.tsx';

interface VerdictProps {
  readonly connection: string;
  readonly candidates: CouplingCandidates;
  readonly verdict: CouplingVerdict;
  readonly ids: readonly string[];
  readonly refusal: Refusal | null;
  readonly attempt: number;
  readonly onGo: (id: string) => void;
}

/** What the rules say about a selection, and what the initialising component makes of the audit. */
export function Verdict({ connection, candidates, verdict, ids, refusal, attempt, onGo }: VerdictProps) {
  const { network, isWhole } = candidates;
  const words = useFilledWords(connection, verdict.values);
  const nameOf = useCallback((id: string) => network.candidate(id)?.component.name ?? id, [network]);
  const groupEntityOf = (id: string): string => {
    const group = network.candidate(id)?.group;
    const entity = group?.legal_entity_ids[0] ?? '';
    const client = group?.client_organisation_id;
    // Names are read of the client that the audit will be of; initialising is one of its components.
    return client === verdict.values?.client_organisation_id ? words('legal_entity_id', entity) : entity;
  };
  return (
    <div className={styles.side}>
      <RulesPanel
        verdict={verdict}
        isEmpty={ids.length === 0}
        isWhole={isWhole}
        refusal={refusal}
        attempt={attempt}
        nameOf={nameOf}
        onGo={onGo}
      />
      <InitialisingPanel
        verdict={verdict}
        count={new Set(ids.filter((id) => network.candidate(id) !== undefined)).size}
        nameOf={nameOf}
        groupEntityOf={groupEntityOf}
        words={words}
      />
    </div>
  );
}
