import type { Desk } from './desk.ts';
import { type Result, status, tableOf } from './output.ts';
import { allPlans, itemsOf, neededConnection, type PlansOptions, valueOf } from './plans.ts';

/** `forecast --connection NAME`: when each plan and each group that is expected is done, and whether that is in time. */
export async function forecast(desk: Desk, options: PlansOptions): Promise<Result> {
  const { id: connection } = await neededConnection(desk, 'forecast', options);
  const limits = await desk.call('rateLimits.read', { connection });
  const found = valueOf(await desk.call('season.forecast', { connection, instead: null }), options);
  const groups = await itemsOf(desk, 'season', connection, options);
  const plans = await allPlans(desk, 'unended', { ...options, connection: undefined });
  const reckoned = found.entries ?? [];
  // One that rests is ready on no day.
  const resting = plans.filter(
    (plan) => plan.connection === connection && !reckoned.some(({ id }) => id === plan.id),
  );
  const entries =
    found.entries === null
      ? []
      : [...reckoned, ...resting.map(({ id }) => ({ id, readyAt: null, readyOn: null, startBy: null }))];
  const deadlines = new Map<string, readonly [string, string | null]>([
    ...groups.map(({ id, name, deadline }) => [id, [name, deadline?.day ?? null]] as const),
    ...plans.map(({ id, title, scheduling }) => [id, [title, scheduling?.deadline ?? null]] as const),
  ]);
  const told = entries.map(({ id, readyAt, readyOn, startBy }) => {
    const [title, deadline] = deadlines.get(id) ?? [id, null];
    const isLate = deadline !== null && (readyOn === null || readyOn > deadline);
    return { id, title, deadline, readyAt, readyOn, startBy, isLate };
  });
  return {
    status: found.entries === null || told.some(({ isLate }) => isLate) ? status.failed : status.done,
    json: {
      today: found.today,
      isBySpecification: !limits.ok,
      tooMany: found.entries === null,
      entries: told,
    },
    lines: [
      ...(limits.ok
        ? []
        : ['The limits of the service could not be read: those of the specification are reckoned with.']),
      ...(found.entries === null ? ['The groups that are expected are more than one forecast takes.'] : []),
      ...tableOf([
        ['ID', 'READY', 'DUE', 'START BY', 'IN TIME', 'TITLE'],
        ...told.map(({ id, title, deadline, readyOn, startBy, isLate }) => [
          id,
          readyOn ?? '-',
          deadline ?? '-',
          startBy ?? '-',
          deadline === null ? '-' : isLate ? 'no' : 'yes',
          title,
        ]),
      ]),
    ],
  };
}
