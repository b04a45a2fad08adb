import type { Audit } from '../src/shared/model/audit.ts';
import type { ComponentAudit } from '../src/shared/model/component-audit.ts';
import { couplingVerdict } from '../src/shared/rules/service/coupling.ts';
import { obstacleFinder } from '../src/shared/rules/service/coupling-obstacle.ts';
import { knownAncestors, knownNetwork } from '../src/shared/rules/service/known-network.ts';
import type { Figure } from './measurement.ts';

const groupCount = 1_000;
const componentsEach = 10;
const changes = 500;

/** A chain of groups, each coupled to a component of the one above: one network of 10,000 components, the worst case. */
function firm() {
  const audits = Array.from(
    { length: groupCount },
    (_, index): Audit => ({
      id: `G${index}`,
      name: `Group ${index}`,
      work_package_id: 'wp',
      scoping_package_id: 'Large',
      client_organisation_id: 'client',
      legal_entity_ids: [`E${index}`],
      period_start: '2026-01-01',
      period_end: '2026-12-31',
      language: 'nl',
      unit_of_measurement: null,
      settings: {},
      status: 'open',
      audit_type: 'consolidated',
      created_at: null,
      group_audit_id: null,
      coupled_component_audit_ids: index === 0 ? [] : [`G${index - 1}/0`],
    }),
  );
  const componentsOf = new Map(
    audits.map(({ id }, index) => [
      id,
      Array.from(
        { length: componentsEach },
        (_, place): ComponentAudit => ({
          id: `${id}/${place}`,
          name: `Component ${place}`,
          legal_entity_ids: [place === 0 ? `E${index + 1}` : 'leaf'],
          in_scope: true,
          out_of_scope_explanation: '',
          auditor_relation: 'self',
          status: 'open',
          coupled_entity_audit_id: place === 0 && index + 1 < groupCount ? `G${index + 1}` : null,
        }),
      ),
    ]),
  );
  const entities = audits.map((_, index) => ({
    id: `E${index}`,
    name: '',
    country: null,
    parent_id: index === 0 ? null : `E${index - 1}`,
  }));
  return { known: { audits, isWhole: true, componentsOf }, entities };
}

function percentile(times: readonly number[], part: number): string {
  const sorted = times.toSorted((left, right) => left - right);
  return `${(sorted[Math.floor(part * (sorted.length - 1))] ?? 0).toFixed(2)} ms`;
}

function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** What a change of a selection costs in a firm of 10,000 component audits: the verdict, and the reasons of the rows in sight. */
export const couplingVerdicts: Figure = () => {
  const { known, entities } = firm();
  const indexed = Array.from({ length: 20 }, () => timed(() => void knownNetwork(known)));
  const network = { ...knownNetwork(known), ancestors: knownAncestors(new Map([['client', entities]])) };
  const selections = Array.from({ length: changes }, (_, change) =>
    Array.from(
      { length: 6 },
      (_each, place) => `G${(change * 7 + place * 131) % groupCount}/${1 + (place % 9)}`,
    ),
  );
  const verdicts = selections.map((ids) => timed(() => void couplingVerdict({ ids, values: {} }, network)));
  const rows = selections.map((ids) =>
    timed(() => {
      const obstacleOf = obstacleFinder(network, ids);
      for (const { component } of network.candidates.slice(0, 20)) obstacleOf(component.id);
    }),
  );
  const filtered = selections.slice(0, 20).map((ids) =>
    timed(() => {
      const obstacleOf = obstacleFinder(network, ids);
      for (const { component } of network.candidates) obstacleOf(component.id);
    }),
  );
  const beside = `${groupCount * componentsEach} components in one network, 6 chosen`;
  return Promise.resolve([
    {
      figure: 'coupling, verdict per change, p95',
      value: percentile(verdicts, 0.95),
      beside: `${beside}; goal ≤ 4 ms`,
    },
    { figure: 'coupling, reasons of 20 rows in sight, p95', value: percentile(rows, 0.95), beside },
    {
      figure: 'coupling, reasons of all rows ("only eligible"), p95',
      value: percentile(filtered, 0.95),
      beside,
    },
    { figure: 'coupling, network marked anew, p95', value: percentile(indexed, 0.95), beside },
  ]);
};
