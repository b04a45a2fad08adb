import { describe, expect, it } from 'vitest';
import { hostileFirm, hostileIds, hostileNames } from '../../../e2e/fixtures/hostile-firm.ts';
import { oddFirm } from '../../../e2e/fixtures/odd-firm.ts';
import { firmWithManyVersions, firmWithoutAudits, smallFirm } from '../../../e2e/fixtures/small-firm.ts';
import { codePoints, idViolations } from '../../shared/rules/audit.ts';
import { readFixture } from '../fixture.ts';
import { demonstrationFixture } from './firm.ts';

describe('fixtures', () => {
  it.each([
    ['the demonstration firm', demonstrationFixture()],
    ['the small firm', smallFirm()],
    ['the firm without audits', firmWithoutAudits()],
    ['the firm with many versions', firmWithManyVersions()],
    ['the odd firm', oddFirm()],
    ['the hostile firm', hostileFirm()],
  ])('%s fits the format', (_, fixture) => {
    const reading = readFixture(fixture);
    expect(reading.ok ? [] : reading.faults).toEqual([]);
  });

  it('hostile names are of a length that an audit may have, hostile ids can be addressed', () => {
    expect(hostileNames.filter((name) => codePoints(name) > 100)).toEqual([]);
    expect(hostileIds.flatMap((id) => idViolations('id', id))).toEqual([]);
  });
});
