import {
  type Finding,
  type FindingState,
  findingSources,
  type Inspection,
  variantNames,
} from '../../shared/inspection.ts';
import type english from '../../words/en-us/screens/inspection.json';

export type InspectionWords = typeof english;

/** An inspection as lines for a person. */
export function asText({ findings, variants, ...rest }: Inspection, words: InspectionWords): string {
  // Where it ended early, what it did not come to is no news.
  const states: readonly FindingState[] =
    rest.ended === null ? ['differs', 'unknown', 'as-decided'] : ['differs', 'as-decided'];
  const part = (state: FindingState): readonly string[] => {
    const found = findings.filter((finding) => finding.state === state);
    if (found.length === 0) return [];
    return [
      '',
      `${words.states[state]}: ${String(found.length)}`,
      ...found.flatMap((one) => lines(one, words)),
    ];
  };
  const variantLine = (name: (typeof variantNames)[number]): string =>
    `  ${words.variants[name]}: ${words.variantStates[variants[name]]}`;
  return [
    `${rest.baseUrl}, ${rest.at}, ${String(rest.requests)} requests`,
    ...factsOf(rest, words).map(([fact, value]) => `  ${fact}: ${value}`),
    ...states.flatMap(part),
    ...(rest.ended === null ? ['', words.variantsTitle, ...variantNames.map(variantLine)] : []),
    '',
  ].join('\n');
}

function lines({ name, evidence }: Finding, words: InspectionWords): readonly string[] {
  return [`  ${sentence(name, words)}`, ...evidence.map((one) => `      ${one}`)];
}

function sentence(name: Finding['name'], words: InspectionWords): string {
  return `${words.findings[name]} (${findingSources[name]})`;
}

function factsOf(
  { clockSkewSeconds, certificateUntil, token }: Omit<Inspection, 'findings' | 'variants'>,
  { facts }: InspectionWords,
): readonly (readonly [string, string])[] {
  return [
    [facts.clock, clockSkewSeconds === null ? facts.notTold : `${String(clockSkewSeconds)} s`],
    [facts.certificate, certificateUntil?.slice(0, 10) ?? facts.notTold],
    [facts.token, token === null ? facts.notTold : `${String(token.seconds ?? '?')} s, ${token.scope}`],
  ];
}

/** An inspection as a JUnit report: what differs has failed, what is unknown was skipped. */
export function asJunit({ baseUrl, at, findings }: Inspection, words: InspectionWords): string {
  const number = (state: FindingState) => String(findings.filter((one) => one.state === state).length);
  const caseOf = (finding: Finding): string => {
    const { name, state, evidence } = finding;
    const head = `    <testcase classname="inspection" name="${escaped(sentence(name, words))}"`;
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
