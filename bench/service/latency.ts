import { type Figure, median } from '../measurement.ts';
import { withLoad } from './load.ts';
import { rounds } from './ratio.ts';
import { countedAudits, requestText, withSandbox } from './sandbox.ts';

const goal = 5;

/** How much longer than usual a caller waits at worst, when the service has half as much to do as it can. */
export const serviceLatency: Figure = () =>
  withSandbox(countedAudits(), (sandbox) =>
    withLoad(async (load) => {
      const { port } = sandbox;
      const request = requestText('/api/v1/audits/audit-5000/', sandbox);
      const seen: { readonly p50: number; readonly p99: number }[] = [];
      await load({ port, request, seconds: 1 }); // until it is compiled
      for (let round = 0; round < rounds; round += 1) {
        const { rate } = await load({ port, request, seconds: 0.5 });
        seen.push(await load({ port, request, seconds: 1, pace: rate / 2 }));
      }
      const ratios = seen.map(({ p50, p99 }) => p99 / p50);
      const milliseconds = (values: readonly number[]) => `${median(values).toFixed(2)} ms`;
      return [
        {
          figure: 'one audit at half load, p99 against p50',
          value: `${median(ratios).toFixed(1)} ×`,
          beside: `goal ≤ ${String(goal)}; ${milliseconds(seen.map(({ p99 }) => p99))} against ${milliseconds(seen.map(({ p50 }) => p50))}, medians of ${String(rounds)} rounds`,
        },
      ];
    }),
  );
