import {
  type Finding,
  type FindingState,
  findingSources,
  type Inspection,
  variantNames,
} from '../../shared/inspection.ts';

// The command speaks English, as the specification does.
const words = {
  states: {
    'as-decided': 'As specified',
    differs: 'Differs',
    unknown: 'Unknown',
  },
  facts: {
    clock: "The service's clock is ahead by",
    certificate: 'Certificate valid until',
    token: 'Token valid for, with scope',
    notTold: 'not known',
  },
  findings: {
    refusal: 'A request without a token is refused with 401, a detail and WWW-Authenticate: Bearer',
    notFound: 'An audit that does not exist is 404 with the detail “Not found.”',
    beyondTheEnd: 'A page beyond the end is 404 with the detail “Invalid page.”',
    withoutSlash: 'A path without its last slash is 404 and no redirect',
    tokenAnswer: 'A token comes with its type (Bearer), validity and scope',
    tokenValidity: 'A token is valid for 3,600 seconds',
    tokenScope: 'The scope of a token is “read write”',
    envelopes: 'Every list has an envelope with count, next, previous and results',
    counts: 'The count of a list is the number of its entries',
    pageSize: 'A page has as many entries as were asked for, 100 at most and 20 by default',
    links: 'The link to the next page is absolute and keeps the other parameters',
    order: 'Audits are listed in the order of their creation',
    topLevel: 'The list of audits has single and consolidated audits only',
    auditFields: 'Fields of an audit',
    componentFields: 'Fields of a component audit',
    clientFields: 'Fields of a client organisation',
    entityFields: 'Fields of a legal entity',
    userFields: 'Fields of a user of an audit',
    roleFields: 'Fields of a role',
    packageFields: 'Fields of a work package',
    scopingLabels: 'The labels of a work package are a list of texts',
    settings: 'Settings of a work package have id, name, type, default and options',
    prices: 'Prices have an audit type, credits and a condition',
    terms: 'Statuses, types, languages and relations are those of the specification',
    componentAsAudit: 'A component audit can be read as an audit, with its group',
    componentsOfSingle: 'The components of a single audit are an empty list',
    rolesFilter: 'Roles can be filtered by what they are for',
    limitsShape: 'Limits come as a list of tiers with windows',
    limitsValues: 'The limits are those of the specification',
    tiers: "The service's own document names the tier of each operation",
  },
  variantsTitle: 'Known variants',
  variants: {
    rejected_requests_count: 'Rejected requests count against the limits',
    windows: 'Windows of limits begin at fixed times',
    duplicate_id_status: 'An id that exists is refused with 400 instead of 409',
    state_conflict_status: 'A conflict is refused with 400 instead of 409',
    bare_lists: 'Lists are plain arrays without an envelope',
    extra_fields: 'Objects have fields that are not in the specification',
  },
  variantStates: {
    default: 'No',
    other: 'Yes',
    mixed: 'In part',
    unknown: 'Unknown: reading does not show it',
  },
} as const;

/** An inspection as lines for a person. */
export function asText({ findings, variants, ...rest }: Inspection): string {
  // Where it ended early, what it did not come to is no news.
  const states: readonly FindingState[] =
    rest.ended === null ? ['differs', 'unknown', 'as-decided'] : ['differs', 'as-decided'];
  const part = (state: FindingState): readonly string[] => {
    const found = findings.filter((finding) => finding.state === state);
    if (found.length === 0) return [];
    return ['', `${words.states[state]}: ${String(found.length)}`, ...found.flatMap((one) => lines(one))];
  };
  const variantLine = (name: (typeof variantNames)[number]): string =>
    `  ${words.variants[name]}: ${words.variantStates[variants[name]]}`;
  return [
    `${rest.baseUrl}, ${rest.at}, ${String(rest.requests)} requests`,
    ...factsOf(rest).map(([fact, value]) => `  ${fact}: ${value}`),
    ...states.flatMap(part),
    ...(rest.ended === null ? ['', words.variantsTitle, ...variantNames.map(variantLine)] : []),
    '',
  ].join('\n');
}

function lines({ name, evidence }: Finding): readonly string[] {
  return [`  ${sentence(name)}`, ...evidence.map((one) => `      ${one}`)];
}

function sentence(name: Finding['name']): string {
  return `${words.findings[name]} (${findingSources[name]})`;
}

function factsOf({
  clockSkewSeconds,
  certificateUntil,
  token,
}: Omit<Inspection, 'findings' | 'variants'>): readonly (readonly [string, string])[] {
  const { facts } = words;
  return [
    [facts.clock, clockSkewSeconds === null ? facts.notTold : `${String(clockSkewSeconds)} s`],
    [facts.certificate, certificateUntil?.slice(0, 10) ?? facts.notTold],
    [facts.token, token === null ? facts.notTold : `${String(token.seconds ?? '?')} s, ${token.scope}`],
  ];
}

/** An inspection as a JUnit report: what differs has failed, what is unknown was skipped. */
export function asJunit({ baseUrl, at, findings }: Inspection): string {
  const number = (state: FindingState) => String(findings.filter((one) => one.state === state).length);
  const caseOf = (finding: Finding): string => {
    const { name, state, evidence } = finding;
    const head = `    <testcase classname="inspection" name="${escaped(sentence(name))}"`;
    if (state === 'as-decided') return `${head}/>`;
    if (state === 'unknown') return `${head}><skipped/></testcase>`;
    const found = escaped(evidence.join('\n'));
    return `${head}><failure message="${escaped(evidence[0] ?? '')}">${found}</failure></testcase>`;
  };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite name="${escaped(baseUrl)}" timestamp="${at}" tests="${String(findings.length)}" failures="${number('differs')}" skipped="${number('unknown')}">`,
    ...findings.map(caseOf),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** Text for XML 1.0, which has no place for most control characters. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
