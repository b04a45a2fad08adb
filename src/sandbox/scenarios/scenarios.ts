import { demonstrationFixture } from '../demonstration/firm.ts';
import { emptyFirm, everythingArchived, noCredits, quotaNearlyUsed, scopeLocked } from './conditions.ts';
import { difficultNames } from './difficult-names.ts';
import { deepNetwork, networkOfThree } from './networks.ts';
import { tenThousandAudits } from './ten-thousand-audits.ts';

/** A fixture that is there by name. */
export interface Scenario {
  /** What it is for, in one sentence. */
  readonly sentence: string;
  readonly fixture: () => unknown;
}

/** The scenario library: `--fixture demo:<name>`. The service accounts are those of the built-in firm in all of them. */
export const scenarios: ReadonlyMap<string, Scenario> = new Map(
  Object.entries({
    firm: {
      sentence: 'The built-in firm, which is there without an option too.',
      fixture: demonstrationFixture,
    },
    'empty-firm': {
      sentence:
        'The built-in firm on its first day: people, methodologies and credits, no client and no audit.',
      fixture: emptyFirm,
    },
    'network-of-three': {
      sentence:
        'Three groups within each other: an audit of VH-2120 couples to 2026-GROUP-VH-2120, 2026-ITALY-VH-2120 and 2026-PUMPS-VH-2120 at once.',
      fixture: networkOfThree,
    },
    'deep-network': {
      sentence:
        'Six groups within each other: an audit of BR-7 couples to 2026-TIER-1-BR-7 … 2026-TIER-6-BR-7 in any order.',
      fixture: deepNetwork,
    },
    'no-credits': {
      sentence:
        'The built-in firm with no credits: creating an audit is 402, except for the test client proefgroep.',
      fixture: noCredits,
    },
    'quota-nearly-used': {
      sentence:
        'The built-in firm with limits as small as what a busy day leaves of them: the third creation within a minute is 429.',
      fixture: quotaNearlyUsed,
    },
    'scope-locked': {
      sentence: 'The built-in firm with every scope locked: setting a component out of scope is 409.',
      fixture: scopeLocked,
    },
    'everything-archived': {
      sentence:
        'The built-in firm with all audits archived: what would change one is 409, coupling to one 400.',
      fixture: everythingArchived,
    },
    'difficult-names': {
      sentence:
        'Ids and names that programs get wrong: slashes, per cent signs, scripts from right to left, great lengths; legal entities in a circle.',
      fixture: difficultNames,
    },
    '10000-audits': {
      sentence: '10,000 audits of 64 clients, every seventh with components, without rate limits.',
      fixture: tenThousandAudits,
    },
  } satisfies Readonly<Record<string, Scenario>>),
);
