import type { AppError } from '../shared/error.ts';
import type { ErrorCode } from '../shared/failures.ts';
import type english from '../words/en-us/screens/errors.json';

// What a command can say and advise: the app's own sentences speak of its screens.

type Sentences = readonly [happened: string, remedy: string];

const giveSecret = 'Set the environment variable AUDIT_DESK_CLIENT_SECRET.';
const checkAddress = 'Check --base-url.';
const later = 'Run the command again later.';

const sentences: Readonly<Partial<Record<ErrorCode, Sentences>>> = {
  unreachable: [
    'The service cannot be reached.',
    'Check --base-url, the network and its proxy, then run the command again.',
  ],
  tls: [
    'The certificate of the service is not trusted.',
    'Check --base-url and the clock of this computer. NODE_EXTRA_CA_CERTS names a file with the root certificates of a company.',
  ],
  timeout: ['The service did not answer in time.', later],
  interrupted: ['The answer of the service broke off.', later],
  redirected: [
    'The address leads somewhere else, and the command follows no redirect: the secret could go to a place that nobody chose.',
    checkAddress,
  ],
  'not-json': [
    'Another server answered, not this service.',
    `${checkAddress} On a guest network, log in with a browser first.`,
  ],
  'unexpected-answer': ['What answers there is not the audit management API.', checkAddress],
  fault: ['The service reports an internal error.', later],
  throttled: ['A limit of the service leaves no room for the inspection.', later],
  'no-secret': [
    'There is no client secret for this address and client id.',
    `${giveSecret} Or save the connection in Audit Desk on this computer, with its secret in the keychain.`,
  ],
  'keychain-unavailable': ['The keychain of this computer cannot be read.', giveSecret],
  'keychain-timeout': [
    'The keychain of this computer does not answer. It may wait to be unlocked.',
    giveSecret,
  ],
  'credentials-rejected': [
    'The service does not accept the client id and secret.',
    'Check --client-id and the secret. They were sent once.',
  ],
  'token-unusable': ['The service issued a token that cannot be used.', checkAddress],
};

/** Why an inspection ended early, and what to do. `told`: the app's sentences, of which those hold here that say which layer failed. */
export function sentencesOf({ code, reason, status }: NonNullable<Ended>, told: typeof english): Sentences {
  const answer = status === undefined ? code : `${code}, ${String(status)}`;
  const [happened, remedy] = sentences[code] ?? [`The service issued no token (${answer}).`, checkAddress];
  return [reason === undefined ? happened : told.reasons[reason], remedy];
}

type Ended = Pick<AppError, 'code' | 'reason' | 'status'>;

const faults: Readonly<Record<string, string>> = {
  EEXIST: 'There is a file of that name already. It is as it was. Choose another name.',
  EISDIR: 'That is a folder. Choose the name of a file.',
  ENOENT: 'Its folder is not there. Create it, or choose another one.',
  ENOTDIR: 'Its folder is not there. Create it, or choose another one.',
  EACCES: 'You may not write in that folder. Choose another one.',
  EPERM: 'You may not write in that folder. Choose another one.',
  EROFS: 'That disk is read-only. Choose another one.',
  ENOSPC: 'The disk is full. Make room, or choose another one.',
};

/** Why a file cannot be written, and what to do. */
export function sentenceOfFile(option: string, thrown: unknown): string {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  return `${option}: ${faults[code] ?? 'The file cannot be written. Choose another one.'}`;
}

const misuses: Readonly<Record<string, string>> = {
  ERR_PARSE_ARGS_UNKNOWN_OPTION: 'The command has no such option.',
  ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL: 'The command takes options only.',
  ERR_PARSE_ARGS_INVALID_OPTION_VALUE: 'An option has no value, or one that it does not take.',
};

/** Why the words of a command line are not understood; they are not repeated, since one may be a secret. */
export function sentenceOfMisuse(words: readonly string[], thrown: unknown): string {
  if (words.some((word) => word.startsWith('--client-secret')))
    return `The client secret is no argument: other programs can read those. ${giveSecret}`;
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  return misuses[code] ?? 'The command line is not understood.';
}
