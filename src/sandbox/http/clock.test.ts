import { describe, expect, it } from 'vitest';
import { openDesk, startOfTime } from '../testing/desk.ts';

// The clock of this process. That of PostgreSQL goes by the machine of the database.

const at = (milliseconds: number) => new Date(startOfTime + milliseconds).toISOString();

describe('sandbox.md, clock', () => {
  it('is set forward, held and let go', async () => {
    let machine = startOfTime;
    const desk = openDesk(undefined, { machineTime: () => machine });
    expect((await desk.control('POST', '/clock/', { now: at(10_000) })).body).toEqual({ now: at(10_000) });
    expect((await desk.control('POST', '/clock/', { frozen: true })).body).toEqual({
      now: at(10_000),
      frozen: true,
    });
    machine += 5_000;
    expect((await desk.control('GET', '/clock/')).body).toEqual({ now: at(10_000), frozen: true });
    await desk.advance(60);
    expect((await desk.control('GET', '/clock/')).body).toEqual({ now: at(70_000), frozen: true });
    expect((await desk.control('POST', '/clock/', { frozen: false })).body).toEqual({ now: at(70_000) });
    machine += 1_000;
    expect((await desk.control('GET', '/clock/')).body).toEqual({ now: at(71_000) });
    await desk.control('POST', '/clock/', { frozen: true, advance_seconds: 1 });
    await desk.control('POST', '/reset/');
    expect((await desk.control('GET', '/clock/')).body).toEqual({ now: at(6_000) });
  });
  it.each([
    [{ now: at(-1_000) }, 'now', /only moves forward/],
    [{ now: 'tomorrow' }, 'now', /such as 2027/],
    [{ now: '2027-01-15' }, 'now', /such as 2027/],
    [{ now: '2027-02-30T09:00:00Z' }, 'now', /such as 2027/],
    [{ now: 5 }, 'now', /such as 2027/],
    [{ now: at(1), advance_seconds: 1 }, 'now', /either/],
    [{ frozen: 'yes' }, 'frozen', /boolean/],
  ])('%j is refused', async (body, field, text) => {
    const desk = openDesk();
    expect(await desk.control('POST', '/clock/', body)).toMatchObject({
      status: 400,
      body: { [field]: [expect.stringMatching(text)] },
    });
    expect((await desk.control('GET', '/clock/')).body).toEqual({ now: at(0) });
  });
});
