import type { ConnectionLayer } from '../../../shared/model/connection.ts';
import type { ConnectionReport } from '../../../shared/operations/connections.ts';

// A record, so that a layer that is added to the contract has to be added here.
const order: Readonly<Record<ConnectionLayer, number>> = {
  address: 0,
  network: 1,
  tls: 2,
  api: 3,
  credentials: 4,
  quota: 5,
  permission: 6,
};
const layers = (Object.keys(order) as readonly ConnectionLayer[]) // keys of a literal: exactly these
  .toSorted((a, b) => order[a] - order[b]);

export type LayerState = 'ok' | 'failed' | 'notReached' | 'notShown';

/** Each layer with what a test says about it; `notShown` where it went on without proving this one. */
export function layerStates(
  report: Pick<ConnectionReport, 'passed' | 'failed'>,
): readonly { readonly layer: ConnectionLayer; readonly state: LayerState }[] {
  const end = report.failed === null ? layers.length : layers.indexOf(report.failed.layer);
  return layers.map((layer, place) => ({ layer, state: stateOf(layer, place) }));

  function stateOf(layer: ConnectionLayer, place: number): LayerState {
    if (layer === report.failed?.layer) return 'failed';
    if (report.passed.includes(layer)) return 'ok';
    return place > end ? 'notReached' : 'notShown';
  }
}
