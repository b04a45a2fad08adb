import { expect, it } from 'vitest';
import { openDesk } from '../sandbox/testing/desk.ts';
import { curlOf } from '../shared/rules/texts/curl.ts';
import type { Exchange } from '../shared/workbench.ts';
import { commandOf } from './exchange-view.tsx';

type Sent = Parameters<ReturnType<typeof openDesk>['call']>;

/** The last of some requests as it is copied. */
async function copied(...sent: Sent) {
  const desk = openDesk();
  await desk.call(...sent);
  const { newest } = (await desk.control('GET', '/exchanges/after/0/')).body as { newest: number };
  const { body } = await desk.control('GET', `/exchanges/${String(newest)}/`);
  return commandOf(body as Exchange, 'http://here');
}

const typed = { 'Content-Type': 'application/json' };

it.each<[string, Sent, readonly string[]]>([
  ['whole', ['POST', '/audits/', { body: { name: 'a' } }], []],
  [
    'cut',
    ['POST', '/audits/', { body: 'x'.repeat(132_072) }],
    ['The body ends too early: 1,000 characters were not kept.'],
  ],
  [
    'not kept',
    ['POST', '/audits/', { body: 'x'.repeat(1_048_577) }],
    ['The body was not kept, and is missing here.'],
  ],
  [
    'with a secret',
    ['POST', '/audits/', { body: { password: 'p' } }],
    ['What was secret is replaced by (removed).'],
  ],
  [
    'with a secret in the query',
    ['GET', '/audits/?client_secret=s'],
    ['What was secret is replaced by (removed).'],
  ],
  [
    'otherwise authorised',
    ['GET', '/audits/', { as: null, headers: { Authorization: 'Basic abcdefgh' } }],
    ['The request was authorised by something else than a bearer token.'],
  ],
])('of a request that was kept %s, the copy says what it lacks', async (_how, sent, notes) => {
  const request = await copied(...sent);
  expect(request.notes).toEqual(notes);
  expect(curlOf(request).split('\n').slice(0, notes.length)).toEqual(notes.map((note) => `# ${note}`));
});

it('the media type of an empty body and what is accepted are copied', async () => {
  const request = await copied('POST', '/audits/', { headers: { ...typed, Accept: 'application/json' } });
  expect(curlOf(request)).toContain(
    "-H 'Accept: application/json' \\\n  -H 'Content-Type: application/json'",
  );
});
