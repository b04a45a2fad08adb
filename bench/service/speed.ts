import type { Figure } from '../measurement.ts';
import { answerTo } from './answers.ts';
import { withBareServer } from './bare-server.ts';
import { type Load, type Server, speedOf, withLoad } from './load.ts';
import { pinning } from './processes.ts';
import { inTurn, perSecond, ratio } from './ratio.ts';
import { auditCount, countedAudits, type Running, requestText, withSandbox } from './sandbox.ts';

const one = '/api/v1/audits/audit-5000/';
const page = '/api/v1/audits/?page_size=20';
const lastPage = `/api/v1/audits/?page_size=20&page=${String(auditCount / 20)}`;

/** What is sent to create an audit; each gets another id. */
const creation = {
  type: 'application/json',
  body: JSON.stringify({
    id: 'made-#########',
    name: 'Bakkerij Noord 2026',
    work_package_id: 'statutory-2025.10',
    scoping_package_id: 'Medium-sized',
    client_organisation_id: 'client-1',
    legal_entity_id: 'client-1',
    period_start: '2026-01-01',
    period_end: '2026-12-31',
    language: 'it',
    unit_of_measurement: 'EUR',
  }),
};

interface Asked {
  readonly figure: string;
  readonly goal: number;
  readonly target: string;
  readonly status?: number;
  readonly sent?: { readonly type: string; readonly body: string };
}

const asked = ({ credentials }: Running): readonly Asked[] => [
  { figure: 'one audit', goal: 0.6, target: one },
  { figure: 'page of 20', goal: 0.6, target: page },
  { figure: 'creation of an audit', goal: 0.25, target: '/api/v1/audits/', status: 201, sent: creation },
  {
    figure: 'token',
    goal: 0.25,
    target: '/api/v1/oauth/token/',
    sent: { type: 'application/x-www-form-urlencoded', body: credentials },
  },
];

const initOf = (sent: Asked['sent']) =>
  sent === undefined ? {} : { method: 'POST', body: sent.body, headers: { 'Content-Type': sent.type } };

async function againstBare(load: Load, sandbox: Running, bare: Server, { target, sent, status }: Asked) {
  const request = requestText(target, sandbox, sent);
  return inTurn(
    () => speedOf(load, sandbox, request, status),
    () => speedOf(load, bare, request, status),
  );
}

/** What a request costs the service: the real process over HTTP against a bare `node:http` that answers the same. */
export const serviceSpeed: Figure = () =>
  withSandbox(countedAudits(), async (sandbox) => {
    const all = asked(sandbox);
    const answers = [];
    for (const { target, sent } of all) answers.push(await answerTo(target, sandbox, initOf(sent)));
    return withBareServer(answers, (bare) =>
      withLoad(async (load) => {
        const rows = [];
        for (const each of all) {
          const pairs = await againstBare(load, sandbox, bare, each);
          const figure = `${each.figure}, by processor time against bare node:http`;
          rows.push(ratio(figure, pairs, { at: 'least', ratio: each.goal }, perSecond));
        }
        const deep = await inTurn(
          () => speedOf(load, sandbox, requestText(page, sandbox)),
          () => speedOf(load, sandbox, requestText(lastPage, sandbox)),
        );
        return [
          ...rows,
          // Speed of the first against the last is cost of the last against the first.
          ratio('page 500, cost against page 1', deep, { at: 'most', ratio: 1.5 }, perSecond),
          { figure: 'how', value: '', beside: `per second of processor time; ${pinning}` },
        ];
      }),
    );
  });
