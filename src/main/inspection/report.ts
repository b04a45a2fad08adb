import {
  areaNames,
  type FindingName,
  type FindingState,
  findingSources,
  termNames,
  type UnseenName,
  variantNames,
} from '../../shared/inspection.ts';
import { tiers, windowNames } from '../../shared/model/tiers.ts';
import type { Area, Certificate, Evidence, Finding, Inspection } from '../../shared/operations/inspection.ts';
import {
  consequenceOf,
  findingParts,
  priceTerms,
  sentenceOf,
  unseenParts,
} from '../../shared/rules/service/inspection.ts';
import type english from '../../words/en-us/screens/inspection.json';
import { fill } from '../../words/language.ts';

export type InspectionWords = typeof english;

const partOf = { differs: 'differs', unknown: 'unknown', 'as-decided': 'same' } as const;

/** An inspection as lines for a person: first what is wrong, then what is unknown. */
export function asText(inspection: Inspection, words: InspectionWords): string {
  const { ended, findings, variants, unseen } = inspection;
  const of = (state: FindingState) => findings.filter((finding) => finding.state === state);
  const part = (state: FindingState, lines: (finding: Finding) => readonly string[]): readonly string[] => {
    const found = of(state);
    if (found.length === 0) return [];
    return ['', `${words.parts[partOf[state]]}: ${String(found.length)}`, ...found.flatMap(lines)];
  };
  const name = (finding: Finding) => [`  ${sentence(finding.name, words)}`];
  const differing = (finding: Finding) => [
    ...name(finding),
    ...finding.evidence.map((one) => `      ${evidenceWords(one, words)}`),
    `      ${words.app}: ${words.consequences[consequenceOf(finding.name)]}`,
  ];
  const variantLine = (one: (typeof variantNames)[number]): string =>
    `  ${words.variants[one]}: ${words.variantStates[variants[one]]}`;
  const unread = [
    '',
    `${words.parts.unseen}: ${String(unseen.length)}`,
    ...unseen.map((one) => `  ${unseenSentence(one, words)}`),
  ];
  // Where it ended early, what it did not come to is no news.
  const reached = [
    ...part('as-decided', name),
    '',
    words.parts.variants,
    ...variantNames.map(variantLine),
    '',
    words.parts.cannot,
    `  ${words.cannot}`,
  ];
  return [
    inspection.baseUrl,
    fill(words.when, { time: inspection.at, requests: inspection.requests }),
    ...cutsOf(inspection, words),
    ...(unseen.length === 0 ? [] : unread),
    ...part('differs', differing),
    ...(ended === null ? part('unknown', name) : []),
    '',
    words.parts.service,
    ...factsOf(inspection, words),
    ...areasOf(inspection, words),
    ...limitsOf(inspection, words),
    ...seenOf(inspection, words),
    ...(ended === null ? reached : part('as-decided', name)),
    '',
  ].join('\n');
}

function sentence(name: FindingName, words: InspectionWords): string {
  const { sentence: key, of } = findingParts(name);
  const said = of === null ? words.findings[key] : fill(words.findings[key], { of: words.areas[of] });
  return `${said} (${findingSources[name]})`;
}

function unseenSentence(name: UnseenName, words: InspectionWords): string {
  const { of, fields, act } = unseenParts(name);
  return fill(words.unseen.line, { of: words.areas[of], fields, act: words.unseen.act[act] });
}

function evidenceWords(evidence: Evidence, words: InspectionWords): string {
  return sentenceOf(evidence, {
    difference: (kind, values) => fill(words.differences[kind], values),
    type: (type) => words.types[type],
  });
}

/** Why not everything was asked. */
function cutsOf({ ended, gaps }: Inspection, words: InspectionWords): readonly string[] {
  return [
    ...(ended === null ? [] : [fill(words.endedEarly, { code: ended.code })]),
    ...gaps.map((reason) => words.gaps[reason]),
  ];
}

/** Why an inspection without differences does not show that a service is as specified: something was not asked, or not answered. */
export function gapWords(inspection: Inspection, words: InspectionWords): readonly string[] {
  const unread = inspection.areas.filter(({ state }) => state === 'refused' || state === 'failed');
  return [...cutsOf(inspection, words), ...unread.map((area) => areaWords(area, words))];
}

function factsOf(inspection: Inspection, words: InspectionWords): readonly string[] {
  const { clockSkewSeconds: skew, certificate, token } = inspection;
  const { facts } = words;
  const clock =
    skew === null
      ? facts.unknown
      : fill(words.clock[skew === 0 ? 'same' : skew > 0 ? 'ahead' : 'behind'], {
          time: `${String(Math.abs(skew))} s`,
        });
  const seconds = token?.seconds ?? null;
  return [
    `  ${facts.clock}: ${clock}`,
    `  ${facts.certificate}: ${certificateWords(certificate, words)}`,
    `  ${facts.token}: ${seconds === null ? facts.unknown : `${String(seconds)} s`}`,
    `  ${facts.scope}: ${scopesOf(token, words)}`,
  ];
}

function scopesOf(token: Inspection['token'], { facts }: InspectionWords): string {
  if (token === null) return facts.unknown;
  const untold = token.untold === 0 ? [] : [fill(facts.untoldScopes, { number: token.untold })];
  return [...token.scopes, ...untold].join(' ') || facts.noScope;
}

function certificateWords(certificate: Certificate, { certificate: words }: InspectionWords): string {
  if (certificate.state === 'trusted') return fill(words.trusted, { day: certificate.until.slice(0, 10) });
  const isExplained = certificate.state === 'refused' && certificate.reason !== null;
  return isExplained ? `${words.refused} (${certificate.reason})` : words[certificate.state];
}

function areasOf({ areas }: Inspection, words: InspectionWords): readonly string[] {
  const line = (name: (typeof areaNames)[number]): readonly string[] =>
    areas.filter((area) => area.name === name).map((area) => `  ${areaWords(area, words)}`);
  return ['', words.parts.account, ...areaNames.flatMap(line)];
}

function areaWords({ name, state, status }: Area, words: InspectionWords): string {
  const answer = state === 'read' || status === null ? '' : ` (${String(status)})`;
  return `${words.areas[name]}: ${words.reads[state]}${answer}`;
}

function limitsOf({ limits, areas }: Inspection, words: InspectionWords): readonly string[] {
  const isRead = areas.some(({ name, state }) => name === 'rateLimits' && state === 'read');
  if (limits === null) return ['', words.parts.limits, `  ${isRead ? words.noLimits : words.facts.unknown}`];
  const told = (limit: number | null | undefined): string =>
    limit === undefined ? words.window.unread : limit === null ? words.window.none : String(limit);
  const lines = tiers.flatMap((tier) => {
    const windows = limits[tier];
    if (windows === undefined) return [];
    const parts = windowNames.map((name) => `${words.window[name]} ${told(windows[name])}`);
    return [`  ${tier}: ${parts.join(', ')}`];
  });
  return ['', words.parts.limits, ...lines];
}

function seenOf({ seen }: Inspection, words: InspectionWords): readonly string[] {
  const line = (name: string, found: readonly string[]) =>
    `  ${name}: ${found.join(', ') || words.seen.none}`;
  return [
    '',
    words.parts.seen,
    ...termNames.map((name) => line(words.seen[name], seen.terms[name])),
    line(words.seen.prices, seen.prices.map(priceTerms)),
  ];
}

/** An inspection as a JUnit report: what differs has failed, what is unknown was skipped, and a case fails where there are gaps. */
export function asJunit(inspection: Inspection, words: InspectionWords): string {
  const { baseUrl, at, findings } = inspection;
  const unshown = gapWords(inspection, words);
  const number = (state: FindingState) => findings.filter((one) => one.state === state).length;
  const testcase = (name: string, faults: readonly string[], isSkipped = false): string => {
    const head = `    <testcase classname="inspection" name="${escaped(name)}"`;
    if (isSkipped) return `${head}><skipped/></testcase>`;
    const [first] = faults;
    if (first === undefined) return `${head}/>`;
    const all = escaped(faults.join('\n'));
    return `${head}><failure message="${escaped(first)}">${all}</failure></testcase>`;
  };
  const caseOf = ({ name, state, evidence }: Finding): string => {
    const faults = evidence.map((one) => evidenceWords(one, words));
    return testcase(sentence(name, words), faults, state === 'unknown');
  };
  const [tests, failures] = [findings.length + 1, number('differs') + (unshown.length > 0 ? 1 : 0)];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite name="${escaped(baseUrl)}" timestamp="${at}" tests="${String(tests)}" failures="${String(failures)}" skipped="${String(number('unknown'))}">`,
    testcase(words.complete, unshown),
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
