import { expect, test } from 'vitest';
import type { FindingName } from '../../shared/inspection.ts';
import { findingsOf } from './findings.ts';
import type { Observed, Survey } from './survey.ts';

const baseUrl = 'https://firm.example';
const list = '/api/v1/audits/';

function observed(json: object): Observed {
  return { path: list, status: 200, headers: new Headers(), json };
}

function evidenceOf(name: FindingName, survey: Survey) {
  return findingsOf(survey, baseUrl, (text) => text).find((one) => one.name === name)?.evidence;
}

const origins = [
  ['http://firm.example', { kind: 'instead', found: 'http', wanted: 'https' }],
  ['https://firm.example:8443', { kind: 'otherHost' }],
  ['https://other.example', { kind: 'otherHost' }],
  ['https://firm.example:443', null],
] as const;

test.each(origins)('links that name %s: that is said where it is another address', (origin, fault) => {
  const next = `${origin}${list}?page=2&page_size=2`;
  const previous = `${origin}${list}?page_size=2`;
  const found = evidenceOf('links', { audits: observed({ next }), auditsNext: observed({ previous }) });
  const places = [['next'], ['page=2', 'previous']];
  expect(found).toEqual(fault === null ? [] : places.map((place) => ({ ...fault, place })));
});

const others = [
  ['auditsWhole', 'status', 'Open'],
  ['auditsWhole', 'status', 'ARCHIVED'],
  ['auditsWhole', 'audit_type', 'SINGLE'],
  ['auditsWhole', 'language', 'en_US'],
  ['components', 'status', 'Archived'],
  ['components', 'auditor_relation', 'Inter office'],
] as const;

test.each(others)('%s: the %s “%s” is told as it came', (question, field, value) => {
  const survey = { [question]: observed({ results: [{ [field]: value }] }) };
  const unexpected = { kind: 'unexpected', place: [field], found: value };
  expect(evidenceOf('terms', survey)).toContainEqual(unexpected);
});
