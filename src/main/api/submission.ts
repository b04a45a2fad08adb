import { type AppError, type ErrorCode, fail, type Reply, succeed } from '../../shared/error.ts';
import type { Audit, AuditCreation } from '../../shared/model/audit.ts';
import type { ClientCreation, ClientOrganisation } from '../../shared/model/client-organisation.ts';
import { auditDifferences, clientDifferences } from '../../shared/rules/same-creation.ts';
import { type Clock, pause } from '../clock.ts';
import type { Service } from './service.ts';
import type { Services } from './services.ts';

/** Creations that end with exactly one object, whatever becomes of the answer (decisions.md §4.2, §4.3). */
export interface Submissions {
  readonly createAudit: (connection: string, creation: AuditCreation) => Promise<Reply<Audit>>;
  readonly createClient: (connection: string, creation: ClientCreation) => Promise<Reply<ClientOrganisation>>;
}

/** How one kind of thing is created, found again and compared. */
interface Creating<Thing extends { readonly id: string }> {
  readonly id: string;
  readonly post: () => Promise<Reply<Thing>>;
  /** The thing that has the id; null where there is none. */
  readonly find: () => Promise<Reply<Thing | null>>;
  readonly differences: (thing: Thing) => readonly string[];
}

const mostPosts = 3;
const mostLooks = 4; // after one post
const firstPause = 1_000; // milliseconds, doubled with each further one

export function createSubmissions(services: Services, clock: Clock): Submissions {
  const underWay = new Map<string, { readonly content: string; readonly reply: Promise<unknown> }>();

  /** A second submission of the same thing joins the first; another thing under its id waits for it to end. */
  const singly = async <Thing>(
    key: string,
    content: string,
    send: () => Promise<Reply<Thing>>,
  ): Promise<Reply<Thing>> => {
    for (;;) {
      const first = underWay.get(key);
      if (first === undefined) break;
      // What is under way under this key gives what this submission would give: the key names its kind.
      if (first.content === content) return first.reply as Promise<Reply<Thing>>;
      await first.reply;
    }
    const reply = send().finally(() => underWay.delete(key));
    underWay.set(key, { content, reply });
    return reply;
  };

  return {
    createAudit: (connection, creation) =>
      singly(JSON.stringify(['audit', connection, creation.id]), JSON.stringify(creation), () =>
        submit(clock, auditCreating(services.of(connection), creation)),
      ),
    createClient: (connection, creation) =>
      singly(JSON.stringify(['client', connection, creation.id]), JSON.stringify(creation), () =>
        submit(clock, clientCreating(services.of(connection), creation)),
      ),
  };
}

function auditCreating(service: Service, creation: AuditCreation): Creating<Audit> {
  return {
    id: creation.id,
    post: () => service.call('audits.create', { body: creation }),
    find: async () => {
      const reply = await service.call('audits.read', { path: { audit_id: creation.id } });
      return !reply.ok && reply.error.code === 'missing' ? succeed(null) : reply;
    },
    differences: (audit) => auditDifferences(creation, audit),
  };
}

function clientCreating(service: Service, creation: ClientCreation): Creating<ClientOrganisation> {
  return {
    id: creation.id,
    post: () => service.call('clients.create', { body: creation }),
    find: async () => {
      const reply = await service.all('clients.list', {}); // the service reads no single client
      return reply.ok ? succeed(reply.value.find(({ id }) => id === creation.id) ?? null) : reply;
    },
    differences: (client) => clientDifferences(creation, client),
  };
}

async function submit<Thing extends { readonly id: string }>(
  clock: Clock,
  creating: Creating<Thing>,
): Promise<Reply<Thing>> {
  let last: AppError | null = null;
  for (let posts = 1; posts <= mostPosts; posts += 1) {
    if (posts > 1) await pause(clock, firstPause * 2 ** (posts - 2));
    const reply = await creating.post();
    if (reply.ok && reply.value.id === creating.id) return reply;
    const error = reply.ok ? fail('unexpected-answer', { status: 201 }).error : reply.error;
    const refused = isRefusal(error);
    // The first refusal stands, unless it is of the id. A later one may only mean that an earlier request was carried out.
    if (refused && posts === 1 && !isAboutId(error)) return reply;
    const found = await look(clock, creating);
    if (!found.ok) return unknownOutcome(refused ? error : found.error);
    if (found.value !== null) return compared(creating, found.value);
    // Taken and not to be found: an earlier request of ours may still be under way in the service.
    if (refused && !(posts > 1 && isAboutId(error))) return reply;
    last = error;
  }
  return unknownOutcome(last);
}

/** Looks until there is an answer: the thing, or that there is none. */
async function look<Thing extends { readonly id: string }>(
  clock: Clock,
  creating: Creating<Thing>,
): Promise<Reply<Thing | null>> {
  for (let looks = 1; ; looks += 1) {
    const found = await creating.find();
    if (found.ok || looks === mostLooks || isRefusal(found.error)) return found;
    await pause(clock, firstPause * 2 ** (looks - 1));
  }
}

function compared<Thing extends { readonly id: string }>(
  { differences }: Creating<Thing>,
  thing: Thing,
): Reply<Thing> {
  const different = differences(thing);
  if (different.length === 0) return succeed(thing);
  return fail('differs', { fields: Object.fromEntries(different.map((field) => [field, []])) });
}

function unknownOutcome(error: AppError | null): Reply<never> {
  const { code: _, ...about } = error ?? {};
  return fail('unknown-outcome', about);
}

const unclear: readonly ErrorCode[] = [
  'timeout',
  'interrupted',
  'not-json',
  'unexpected-answer',
  'fault',
  'internal',
];

/** Whether an error says for certain that the request was not carried out; with 408 the service gave up on reading it. */
function isRefusal({ code, status }: AppError): boolean {
  return !unclear.includes(code) && status !== 408;
}

/** Whether a refusal says that the id is taken, by us perhaps: 409, or 400 on `id` (decisions.md §4.3). */
function isAboutId({ code, fields }: AppError): boolean {
  return code === 'conflict' || (code === 'validation' && fields?.id !== undefined);
}
