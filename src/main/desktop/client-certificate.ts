import type { ChoiceWords } from './ask.ts';

export interface OwnCertificate {
  readonly subjectName: string;
  readonly issuerName: string;
  readonly serialNumber: string;
  /** Seconds since 1970. */
  readonly validExpiry: number;
}

/** The part of Electron's `app` by which a service asks who a person is. */
interface CertificateApp<Own> {
  on(
    event: 'select-client-certificate',
    listener: (
      event: { readonly preventDefault: () => void },
      webContents: unknown,
      url: string,
      certificates: Own[],
      answer: (certificate?: Own) => void,
    ) => void,
  ): unknown;
}

interface Deps {
  /** The question for some certificates; its last answer but no is to see others, where `hasOthers`. */
  readonly words: (url: string, certificates: readonly OwnCertificate[], hasOthers: boolean) => ChoiceWords;
  readonly ask: (words: ChoiceWords) => Promise<number | null>;
  /** What was chosen, for as long as no handshake with it fails: each connection of Electron's asks by itself. */
  readonly choices: CertificateChoices;
}

/** By service and certificates: the key of the one that a person chose, null for none. */
export type CertificateChoices = Map<string, Promise<string | null>>;

const shownAtOnce = 4; // more buttons than these no dialog of a system has room for

/**
 * A person chooses which of their certificates a service gets, or none; none also if they cannot be asked. Electron alone would send the
 * first. A service is asked about once, until it refuses what was chosen.
 */
export function watchCertificates<Own extends OwnCertificate>(
  app: CertificateApp<Own>,
  { words, ask, choices }: Deps,
): void {
  /** The serial number and issuer of the one that a person chose. */
  const choose = async (url: string, certificates: readonly Own[]): Promise<string | null> => {
    for (let from = 0; ; from = from + shownAtOnce < certificates.length ? from + shownAtOnce : 0) {
      const shown = certificates.slice(from, from + shownAtOnce);
      const hasOthers = certificates.length > shownAtOnce;
      const answer = await ask(words(url, shown, hasOthers));
      const chosen = answer === null ? undefined : shown[answer];
      if (chosen !== undefined) return keyOf(chosen);
      if (answer === null || !hasOthers) return null;
    }
  };

  const tell = async (
    asked: Promise<string | null>,
    certificates: readonly Own[],
    answer: (certificate?: Own) => void,
  ): Promise<void> => {
    const key = await asked;
    const chosen = certificates.find((one) => keyOf(one) === key);
    if (chosen === undefined) answer();
    else answer(chosen);
  };

  app.on('select-client-certificate', (event, _webContents, url, certificates, answer) => {
    event.preventDefault(); // else the first is sent
    const what = JSON.stringify([url, certificates.map(keyOf)]);
    const asked =
      choices.get(what) ??
      choose(url, certificates).catch(() => {
        choices.delete(what); // nobody could be asked
        return null;
      });
    choices.set(what, asked);
    void tell(asked, certificates, answer);
  });
}

function keyOf({ issuerName, serialNumber }: OwnCertificate): string {
  return JSON.stringify([issuerName, serialNumber]);
}
