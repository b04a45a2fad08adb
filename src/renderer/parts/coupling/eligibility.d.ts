import { type CouplingNetwork, type CouplingViolation } from '../../../shared/rules/coupling.ts';
/**
 * Tells for a component what keeps it from being coupled together with a selection (ux P1): the first rule that it breaks by
 * itself, or that the selection breaks with it and not without it. Undefined where nothing does, as far as is known here. The
 * answers are the coupling rules' own, kept for as long as the function is.
 */
export declare function obstacleFinder(
  network: CouplingNetwork,
  selected: readonly string[],
): (id: string) => CouplingViolation | undefined;
