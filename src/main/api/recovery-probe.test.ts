import { expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { createFakeClock } from '../testing/clock.ts';
import { openServices } from '../testing/services.ts';
import { createRecoveryProbe } from './recovery-probe.ts';

function open() {
  const clock = createFakeClock();
  const looks: number[] = [];
  let answer = true;
  const probe = createRecoveryProbe(clock, async () => {
    looks.push(clock.monotonic() / 1_000);
    return answer;
  });
  const become = (isAway: boolean): void => {
    answer = isAway;
  };
  return { clock, looks, probe, become };
}

test('looks after 5 s, then twice as late each time, at most a minute', async () => {
  const { clock, looks, probe } = open();
  probe.told('unreachable');
  await clock.advance(200_000);
  expect(looks).toEqual([5, 15, 35, 75, 135, 195]);
});

test('failures that are told meanwhile make it look no more often', async () => {
  const { clock, looks, probe } = open();
  probe.told('unreachable');
  for (let time = 0; time < 20; time += 1) {
    probe.told('unreachable');
    await clock.advance(1_000);
  }
  expect(looks).toEqual([5, 15]);
});

test.each(['connected', 'credentials-rejected'] as const)('%s ends it', async (state) => {
  const { clock, looks, probe } = open();
  probe.told('unreachable');
  probe.told(state);
  await clock.advance(60_000);
  expect(looks).toEqual([]);
});

test('where something else is in the way nobody looks on, until the next failure', async () => {
  const { clock, looks, probe, become } = open();
  become(false);
  probe.told('unreachable');
  await clock.advance(60_000);
  expect(looks).toEqual([5]);
  probe.told('unreachable');
  await clock.advance(5_000);
  expect(looks).toEqual([5, 65]);
});

test('a service that comes back is found by one small request, without anybody asking', async () => {
  const desk = openDesk();
  let isAway = false;
  const sent: string[] = [];
  const { service, services, clock, events } = openServices(desk, (send) => async (url, init) => {
    sent.push(`${init.method ?? ''} ${new URL(url).pathname}`);
    if (isAway)
      throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) });
    return send(url, init);
  });
  await service.call('workPackages.list', {});
  isAway = true;
  const failing = service.call('audits.list', {});
  await clock.advance(2_000);
  expect(await failing).toMatchObject({ ok: false, error: { code: 'unreachable' } });
  const states = () => events.flatMap((event) => (event.type === 'connection-state' ? event.state : []));
  expect(states().at(-1)).toBe('unreachable');
  isAway = false;
  sent.length = 0;
  await clock.advance(10_000);
  expect(sent).toEqual(['GET /api/v1/rate-limits/']);
  expect(states().at(-1)).toBe('connected');
  await clock.advance(600_000);
  expect(sent).toHaveLength(1);
  services.forget('c');
});

test('a service that stays away is asked at most once a minute in the end, also when the breaker asks for others', async () => {
  const sent: number[] = [];
  const { service, clock } = openServices(openDesk(), () => async () => {
    sent.push(clock.monotonic());
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ENOTFOUND' }) });
  });
  const failing = service.call('audits.list', {});
  await clock.advance(3_600_000);
  await failing;
  const lastHalfHour = sent.filter((time) => time > clock.monotonic() - 1_800_000);
  expect(lastHalfHour.length).toBeGreaterThan(20);
  expect(lastHalfHour.length).toBeLessThanOrEqual(30);
});
