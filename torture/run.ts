import { parseArgs } from 'node:util';
import { tortureCommand } from './command.ts';
import { tortureDay } from './day.ts';
import { tortureForeignSeasons } from './foreign-seasons.ts';
import { tortureKills } from './kills.ts';
import { tortureRollForward } from './roll-forward.ts';
import { tortureSeasons } from './seasons.ts';
import { type Part, tortureCourses, tortureDialects, tortureRuns } from './seeded-parts.ts';

// `npm run torture` does all of it, `npm run torture -- runs --seed 7 --runs 10` a part.

const parts: Readonly<Record<string, Part>> = {
  runs: tortureRuns,
  dialects: tortureDialects,
  courses: tortureCourses,
  kills: tortureKills,
  day: tortureDay,
  'roll-forward': tortureRollForward,
  command: tortureCommand,
  seasons: tortureSeasons,
  others: tortureForeignSeasons,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, runs: { type: 'string' } },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const runs = values.runs === undefined ? undefined : Number(values.runs);
const unknown = positionals.filter((name) => !Object.hasOwn(parts, name));
if (
  unknown.length > 0 ||
  !Number.isSafeInteger(seed) ||
  (runs !== undefined && !Number.isSafeInteger(runs))
) {
  console.error(`npm run torture -- [${Object.keys(parts).join(' ')}] [--seed N] [--runs N]`);
  process.exit(2);
}

let faults = 0;
console.log(`seed ${String(seed)}`);
for (const [name, part] of Object.entries(parts)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const began = performance.now();
  const found = await part({ seed, runs, say: (line) => console.log(`${name}: ${line}`) });
  faults += found;
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  console.log(`${name}: ${found === 0 ? 'nothing found' : `${String(found)} faults`} in ${seconds} s`);
}
process.exitCode = faults === 0 ? 0 : 1;
