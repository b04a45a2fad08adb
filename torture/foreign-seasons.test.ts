import { expect, test } from 'vitest';
import { carryOutBesideOthers, keptForecasts } from './foreign-seasons.ts';

// Of 60 an hour and 300 a day others take all that they find: the rest comes a day later.
test.each([
  [40, 60],
  [100, 60],
  [200, 60],
  [400, 60],
  [100, 200],
])('beside two creations a minute for five hours: %d that begin after %d minutes', async (count, begins) => {
  const { forecast, came, others } = await carryOutBesideOthers({
    count,
    begins,
    forecastAfter: 30,
    gap: (at) => (at < 300 ? 0.5 : null),
  });
  expect(came).toBeGreaterThan(20 * 60);
  expect(Math.abs(forecast / came - 1)).toBeLessThanOrEqual(0.1);
  expect(others).toBeGreaterThan(30);
  expect(others).toBeLessThanOrEqual(60);
});

test('seasons beside others end within a day of their forecast', async () => {
  const { kept, of } = await keptForecasts(
    Array.from({ length: 60 }, (_, seed) => seed),
    () => {},
  );
  expect(of).toBeGreaterThan(30);
  expect(kept / of).toBeGreaterThanOrEqual(0.95);
});
