import { describe, expect, it } from 'vitest';
import { connectionLayers } from '../../../shared/model/connection.ts';
import { layerStates } from './report-view.tsx';

describe('layers of a tested connection', () => {
  it('are those of the contract, in its order', () => {
    expect(layerStates({ passed: [], failed: null }).map(({ layer }) => layer)).toEqual(connectionLayers);
  });

  it('hold up to the one that fails, and are not reached behind it', () => {
    const states = layerStates({
      passed: ['address', 'network', 'tls'],
      failed: { layer: 'api', error: { code: 'not-json' } },
    }).map(({ state }) => state);
    expect(states).toEqual(['ok', 'ok', 'ok', 'failed', 'notReached', 'notReached', 'notReached']);
  });

  it('say where nothing shows that a layer holds, and that an address without a certificate has none', () => {
    const states = layerStates({
      passed: ['address', 'network', 'api', 'credentials', 'quota'],
      failed: null,
    }).map(({ state }) => state);
    expect(states).toEqual(['ok', 'ok', 'notUsed', 'ok', 'ok', 'ok', 'notShown']);
  });
});
