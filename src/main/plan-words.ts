import type { AuditLanguage } from '../shared/model/audit.ts';
import type { PlanProgress } from '../shared/plan.ts';

// What is said of plans outside of any page.

/** The question before plans are interrupted, and its two answers. */
export interface QuitWords {
  readonly message: string;
  readonly detail: string;
  readonly quit: string;
  readonly stay: string;
}

interface Words {
  readonly one: (title: string, decided: number, count: number) => string;
  readonly several: (count: number) => string;
  readonly goesOn: string;
  readonly production: string;
  readonly quit: string;
  readonly stay: string;
  readonly done: (done: number, count: number) => string;
  readonly failed: (failed: number, count: number) => string;
  readonly unclear: (unclear: number, count: number) => string;
  readonly stopped: (done: number, count: number) => string;
}

const words: Readonly<Record<AuditLanguage, Words>> = {
  'en-us': {
    one: (title, decided, count) => `“${title}” is under way: ${decided} of ${count}.`,
    several: (count) => `${count} plans are under way.`,
    goesOn:
      'It stops when you quit, and goes on by itself at the next start. Nothing is lost and nothing is sent twice.',
    production: 'What writes to production goes on at the next start once somebody has allowed it again.',
    quit: 'Quit',
    stay: 'Keep the app open',
    done: (done, count) => `Done: ${done} of ${count}.`,
    failed: (failed, count) => `${failed} of ${count} were not carried out. Open the plan to see why.`,
    unclear: (unclear, count) => `${unclear} of ${count} unclear: open the plan and say what became of them.`,
    stopped: (done, count) => `Stopped: ${done} of ${count} done.`,
  },
  nl: {
    one: (title, decided, count) => `“${title}” wordt uitgevoerd: ${decided} van ${count}.`,
    several: (count) => `Er worden ${count} plannen uitgevoerd.`,
    goesOn:
      'Bij afsluiten stopt dit; bij de volgende start gaat het vanzelf verder. Er gaat niets verloren en er wordt niets dubbel verzonden.',
    production:
      'Wat naar productie schrijft, gaat bij de volgende start verder zodra iemand dat weer heeft toegestaan.',
    quit: 'Afsluiten',
    stay: 'App open laten',
    done: (done, count) => `Gereed: ${done} van ${count}.`,
    failed: (failed, count) => `${failed} van ${count} niet uitgevoerd. Open het plan om te zien waarom.`,
    unclear: (unclear, count) =>
      `${unclear} van ${count} onduidelijk: open het plan en geef aan wat ervan geworden is.`,
    stopped: (done, count) => `Gestopt: ${done} van ${count} gereed.`,
  },
  it: {
    one: (title, decided, count) => `“${title}” in corso: ${decided} di ${count}.`,
    several: (count) => `${count} piani in corso.`,
    goesOn:
      'Uscendo si interrompe, e prosegue da solo al prossimo avvio. Nulla va perso e nulla viene inviato due volte.',
    production:
      'Ciò che scrive in produzione prosegue al prossimo avvio dopo che qualcuno lo ha consentito di nuovo.',
    quit: 'Esci',
    stay: 'Lascia aperta l’app',
    done: (done, count) => `Completato: ${done} di ${count}.`,
    failed: (failed, count) => `${failed} di ${count} non eseguiti. Aprire il piano per vedere perché.`,
    unclear: (unclear, count) => `${unclear} di ${count} incerti: aprire il piano e indicare com’è andata.`,
    stopped: (done, count) => `Interrotto: ${done} di ${count} completati.`,
  },
};

/** What is asked before these plans are interrupted; `writesProduction` where one of them needs to be allowed again afterwards. */
export function quitWords(
  plans: readonly PlanProgress[],
  writesProduction: boolean,
  language: AuditLanguage,
): QuitWords {
  const { one, several, goesOn, production, quit, stay } = words[language];
  const [only] = plans;
  const { decided, count } = only === undefined ? { decided: 0, count: 0 } : totals(only);
  return {
    message:
      only !== undefined && plans.length === 1 ? one(only.title, decided, count) : several(plans.length),
    detail: writesProduction ? `${goesOn}\n${production}` : goesOn,
    quit,
    stay,
  };
}

/** The notice of the end of a plan, in a line; its title is the plan's. */
export function endWords(plan: PlanProgress, language: AuditLanguage): string {
  const { done, failed, unclear, stopped } = words[language];
  const { counts } = plan;
  const { count } = totals(plan);
  const undone = counts.failed + counts.blocked;
  if (counts.unclear > 0) return unclear(counts.unclear, count);
  if (undone > 0) return failed(undone, count);
  return counts.cancelled > 0 ? stopped(counts.done, count) : done(counts.done, count);
}

function totals({ counts }: PlanProgress): { readonly decided: number; readonly count: number } {
  const count = Object.values(counts).reduce((sum, each) => sum + each, 0);
  return { decided: count - counts.waiting - counts.sending - counts.resolving, count };
}
