export interface Finding {
  readonly id: string;
  readonly file: string;
  /** The line, or empty. */
  readonly sample: string;
  readonly description: string;
}

export interface Scan {
  readonly checks: number;
  /** Files that it could not read. */
  readonly errors: readonly { readonly file: string; readonly message: string }[];
  readonly findings: readonly Finding[];
}

interface Explanation {
  readonly id: string;
  readonly sample: RegExp;
  /** Why it is not a problem, and the test that shows it. */
  readonly because: string;
}

const allChecks = 42;

/** Findings that are not problems. The tool sees one call at a time, without values from elsewhere. */
export const explanations: readonly Explanation[] = [
  {
    id: 'CSP_GLOBAL_CHECK',
    sample: /^$/,
    because:
      'The policy is a header of every answer of the own scheme, which it does not look for: security 18, 19.',
  },
  {
    id: 'AUXCLICK_JS_CHECK',
    sample: /new BrowserWindow\(/,
    because: 'A page opens no window and goes nowhere, by whichever button: security 22, 23.',
  },
  {
    id: 'CONTEXT_ISOLATION_JS_CHECK',
    sample: /new BrowserWindow\(/,
    because: 'It is in the preferences that are spread into the window: security 2.',
  },
  {
    id: 'SANDBOX_JS_CHECK',
    sample: /new BrowserWindow\(/,
    because:
      'It is in the preferences that are spread into the window, and set for the whole app: security 2, 3.',
  },
  {
    id: 'PRELOAD_JS_CHECK',
    sample: /^preload/,
    because: 'The preload exposes two frozen functions and no more: security 5, 6.',
  },
  {
    id: 'PROTOCOL_HANDLER_JS_CHECK',
    sample: /setAsDefaultProtocolClient\(linkScheme\)/,
    because: 'A link is read as the name of a place in the app, and carries nothing out: security 42.',
  },
  {
    id: 'DANGEROUS_FUNCTIONS_JS_CHECK',
    sample: /setTimeout(\$\d)?\(it\.effect\.seconds \* 1e3\)/,
    because: 'A wait of Node’s that takes a number and no code, in the sandbox.',
  },
];

/** What is wrong with a scan: missing checks, unread files, findings without explanation, explanations without finding. */
export function faultsOf({ checks, errors, findings }: Scan): readonly string[] {
  const explains = (finding: Finding) => (explanation: Explanation) =>
    explanation.id === finding.id && explanation.sample.test(finding.sample);
  return [
    ...(checks === allChecks ? [] : [`${String(checks)} checks were made, of ${String(allChecks)}`]),
    ...errors.map(({ file, message }) => `${file} could not be read: ${message}`),
    ...findings
      .filter((finding) => !explanations.some(explains(finding)))
      .map(({ id, file, sample, description }) => `${id} in ${file}: ${description} (${sample.trim()})`),
    ...explanations
      .filter((explanation) => !findings.some((finding) => explains(finding)(explanation)))
      .map(({ id }) => `${id} is explained and not found any more`),
  ];
}
