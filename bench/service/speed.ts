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

async function againstBare(load: Load, sandbox: Running, bare: Server, target: string) {
  const request = requestText(target, sandbox);
  return inTurn(
    () => speedOf(load, sandbox, request),
    () => speedOf(load, bare, request),
  );
}

/** How fast the service answers: the real process over HTTP against a bare `node:http` that answers the same. */
export const serviceSpeed: Figure = () =>
  withSandbox(countedAudits(), async (sandbox) => {
    const answers = [await answerTo(one, sandbox), await answerTo(page, sandbox)];
    return withBareServer(answers, (bare) =>
      withLoad(async (load) => {
        const ofOne = await againstBare(load, sandbox, bare, one);
        const ofPage = await againstBare(load, sandbox, bare, page);
        const deep = await inTurn(
          () => speedOf(load, sandbox, requestText(page, sandbox)),
          () => speedOf(load, sandbox, requestText(lastPage, sandbox)),
        );
        return [
          ratio('one audit, speed against bare node:http', ofOne, { at: 'least', ratio: 0.4 }, perSecond),
          ratio('page of 20, speed against bare node:http', ofPage, { at: 'least', ratio: 0.25 }, perSecond),
          // Speed of the first against the last is cost of the last against the first.
          ratio('page 500, cost against page 1', deep, { at: 'most', ratio: 1.5 }, perSecond),
          { figure: 'how', value: '', beside: `per second of processor time; ${pinning}` },
        ];
      }),
    );
  });
