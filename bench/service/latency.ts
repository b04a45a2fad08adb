import { type Figure, median } from '../measurement.ts';
import { answerTo } from './answers.ts';
import { withBareServer } from './bare-server.ts';
import { type Server, withLoad } from './load.ts';
import { rounds } from './ratio.ts';
import { countedAudits, requestText, withSandbox } from './sandbox.ts';

const goal = 5;

/**
 * How much longer than usual a caller waits at worst, when the service has half as much to do as it can; and the same of a
 * bare `node:http`, which tells how much of it is the machine's doing.
 */
export const serviceLatency: Figure = () =>
  withSandbox(countedAudits(), async (sandbox) => {
    const target = '/api/v1/audits/audit-5000/';
    const request = requestText(target, sandbox);
    return withBareServer([await answerTo(target, sandbox)], (bare) =>
      withLoad(async (load) => {
        const pace = async ({ port }: Server): Promise<number> =>
          (await load({ port, request, seconds: 0.5 })).rate / 2;
        const waits = async (server: Server) =>
          load({ port: server.port, request, seconds: 1, pace: await pace(server) });
        await waits(sandbox); // until it is compiled
        await waits(bare);
        const [ours, theirs]: [Waits[], Waits[]] = [[], []];
        for (let round = 0; round < rounds; round += 1) {
          ours.push(await waits(sandbox));
          theirs.push(await waits(bare));
        }
        return [
          {
            figure: 'one audit at half load, p99 against p50',
            value: ratioOf(ours),
            beside: `goal ≤ ${String(goal)}; ${millisecondsOf(ours)}; bare node:http ${ratioOf(theirs)}, ${millisecondsOf(theirs)}`,
          },
        ];
      }),
    );
  });

interface Waits {
  readonly p50: number;
  readonly p99: number;
}

function ratioOf(seen: readonly Waits[]): string {
  return `${median(seen.map(({ p50, p99 }) => p99 / p50)).toFixed(1)} ×`;
}

function millisecondsOf(seen: readonly Waits[]): string {
  const [usual, worst] = [median(seen.map(({ p50 }) => p50)), median(seen.map(({ p99 }) => p99))];
  return `${worst.toFixed(2)} against ${usual.toFixed(2)} ms in ${String(rounds)} rounds`;
}
