import fc from 'fast-check';
export type Scoping = 'Large' | 'Small';
export type Entity = 'group' | 'sub' | 'leaf';

const Name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const Nth = fc.nat({ max: 5 });
const EntityOf = fc.constantFrom<Entity>('group', 'sub', 'leaf');
const User = fc.constantFrom(
  'anna.smit@firm.example',
  'ANNA.SMIT@firm.example',
  "o'brien+audit@firm.example",
  'nobody@firm.example',
);
const Role = fc.constantFrom('audit_auditor', 'audit_engagement_leader', 'api_account_manager');
const often = <Value>(weight: number, arbitrary: fc.Arbitrary<Value>) => ({ weight, arbitrary });

/** What may happen to a firm. Component audits are named by the order of their creation. */
export const Event = fc.oneof(
  often(
    5,
    fc.record({
      kind: fc.constant('create'),
      id: Name,
      type: fc.constantFrom('single', 'consolidated', 'consolidated'),
      test: fc.oneof(often(5, fc.constant(false)), often(1, fc.constant(true))),
      entity: EntityOf,
      scoping: fc.oneof(often(4, fc.constant<Scoping>('Large')), often(1, fc.constant<Scoping>('Small'))),
      periodEnd: fc.oneof(often(6, fc.constant('2026-12-31')), often(1, fc.constant('2026-11-30'))),
      coupled: fc.oneof(
        often(2, fc.constant<readonly number[]>([])),
        often(4, fc.array(Nth, { minLength: 1, maxLength: 1 })),
        often(2, fc.array(Nth, { maxLength: 3 })),
      ),
      /** Whether it takes the values of the first component that it names. */
      fits: fc.boolean(),
    } as const),
  ),
  often(
    3,
    fc.record({
      kind: fc.constant('component'),
      group: Name,
      entities: fc.oneof(
        often(
          5,
          EntityOf.map((one) => [one]),
        ),
        often(1, fc.array(EntityOf, { maxLength: 3 })),
      ),
    } as const),
  ),
  often(4, fc.record({ kind: fc.constant('advance'), seconds: fc.constantFrom(1, 2, 3, 3, 10) } as const)),
  often(1, fc.record({ kind: fc.constant('delete'), id: Name } as const)),
  often(
    1,
    fc.record({
      kind: fc.constant('delete-component'),
      nth: Nth,
      group: fc.oneof(often(4, fc.constant(null)), often(1, Name)),
    } as const),
  ),
  often(
    4,
    fc.record({
      kind: fc.constant('scope'),
      nth: Nth,
      group: fc.oneof(often(4, fc.constant(null)), often(1, Name)),
      text: fc.constantFrom('Small', 'Sold', ' '),
    } as const),
  ),
  often(
    4,
    fc.record({
      kind: fc.constant('set'),
      target: fc.oneof(Name, Nth),
      status: fc.constantFrom(
        'open',
        'archived',
        'deleting',
        'initializing',
        undefined,
        undefined,
        undefined,
      ),
      locked: fc.constantFrom(true, true, false, undefined),
    } as const),
  ),
  often(
    5,
    fc.record({ kind: fc.constant('assign'), target: fc.oneof(Name, Nth), user: User, role: Role } as const),
  ),
  often(
    5,
    fc.record({
      kind: fc.constant('change'),
      target: fc.oneof(Name, Nth),
      user: User,
      role: fc.option(Role, { freq: 2 }),
    } as const),
  ),
);
export type Event = typeof Event extends fc.Arbitrary<infer Value> ? Value : never;

const group = {
  kind: 'create',
  type: 'consolidated',
  test: false,
  scoping: 'Large',
  periodEnd: '2026-12-31',
  coupled: [],
  fits: false,
} as const;
/** Every course starts with three groups that have components. */
export const beginning: readonly Event[] = [
  { ...group, id: 'a', entity: 'group' },
  { ...group, id: 'b', entity: 'sub' },
  { ...group, id: 'c', entity: 'group' },
  { kind: 'advance', seconds: 3 },
  { kind: 'component', group: 'a', entities: ['sub'] },
  { kind: 'component', group: 'a', entities: ['sub'] },
  { kind: 'component', group: 'b', entities: ['leaf'] },
  { kind: 'component', group: 'c', entities: ['sub', 'leaf'] },
];
