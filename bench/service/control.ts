import type { Figure } from '../measurement.ts';
import { speedOf, withLoad } from './load.ts';
import { pinning } from './processes.ts';
import { inTurn, perSecond, ratio } from './ratio.ts';
import { countedAudits, requestText, withSandbox } from './sandbox.ts';

const targets = [
  ['one audit', '/api/v1/audits/audit-5000/', 0.4],
  ['page of 20', '/api/v1/audits/?page_size=20', 0.4],
] as const;

/** What `--control` costs: the service that keeps each exchange for the workbench against the same one that does not. */
export const serviceControl: Figure = () =>
  withSandbox(
    countedAudits(),
    (open) =>
      withSandbox(countedAudits(), (closed) =>
        withLoad(async (load) => {
          const rows = [];
          for (const [name, target, goal] of targets) {
            const pairs = await inTurn(
              () => speedOf(load, open, requestText(target, open)),
              () => speedOf(load, closed, requestText(target, closed)),
            );
            const figure = `${name}, speed with --control against without`;
            rows.push(ratio(figure, pairs, { at: 'least', ratio: goal }, perSecond));
          }
          return [...rows, { figure: 'how', value: '', beside: `per second of processor time; ${pinning}` }];
        }),
      ),
    () => ['--control'],
  );
