import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildSync } from 'esbuild';
import { postmanCollection } from './postman.mjs';

// Makes clients of the sandbox's own OpenAPI document with four generators, compiles them strictly, and walks the group flow with two
// of them; lints the document; carries out its examples as a Postman collection. `npm ci && node run.mjs`, with Node 24.

const here = import.meta.dirname;
const made = join(here, 'made');
rmSync(made, { recursive: true, force: true });
mkdirSync(made);

function run(name, script, ...words) {
  const begun = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...words], {
    cwd: here,
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  });
  if (status !== 0) process.stdout.write(`${stdout}${stderr}`);
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  process.stdout.write(`${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`);
  if (status !== 0) process.exitCode = 1;
}
const program = (path) => join(here, 'node_modules', path);

const cli = join(here, '../../../src/sandbox/cli.ts');
const words = ['--disable-warning=ExperimentalWarning', cli, '--no-limits', '--initialisation-seconds', '0'];
const sandbox = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
const [line] = await once(createInterface(sandbox.stdout), 'line');
const { base_url: baseUrl, client_id: id, client_secret: secret } = JSON.parse(line);
const environment = { BASE_URL: baseUrl, CLIENT_ID: id, CLIENT_SECRET: secret };

const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret });
const issued = await fetch(`${baseUrl}/api/v1/oauth/token/`, { method: 'POST', body: form });
const { access_token: token } = await issued.json();
const answer = await fetch(`${baseUrl}/api/v1/schema/`, { headers: { Authorization: `Bearer ${token}` } });
const document = await answer.json();
const [schema, postman] = [join(made, 'openapi.json'), join(made, 'postman.json')];
writeFileSync(schema, JSON.stringify(document));
writeFileSync(postman, JSON.stringify(postmanCollection(document)));

run('redocly', program('@redocly/cli/bin/cli.js'), 'lint', schema, '--config', join(here, 'redocly.yaml'));
run(
  'openapi-typescript',
  program('openapi-typescript/bin/cli.js'),
  schema,
  '-o',
  join(made, 'openapi-typescript.ts'),
);
run('hey-api', program('@hey-api/openapi-ts/bin/run.js'), '-i', schema, '-o', join(made, 'hey-api'));
run('oazapfts', program('oazapfts/dist/cli.js'), schema, join(made, 'oazapfts.ts'));
run(
  'openapi-typescript-codegen',
  program('openapi-typescript-codegen/bin/index.js'),
  '--input',
  schema,
  '--output',
  join(made, 'codegen'),
);
run('all of them, compiled strictly', program('typescript/bin/tsc'), '-p', here);
for (const walk of ['walk-openapi-fetch', 'walk-hey-api']) {
  const bundle = join(made, `${walk}.mjs`);
  buildSync({
    entryPoints: [join(here, `${walk}.ts`)],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: bundle,
  });
  run(walk, bundle);
}
const variables = [`base_url=${baseUrl}`, `client_id=${id}`, `client_secret=${secret}`];
run(
  'postman',
  program('newman/bin/newman.js'),
  'run',
  postman,
  ...variables.flatMap((each) => ['--env-var', each]),
);
sandbox.kill();
