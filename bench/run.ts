import { cpus, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { auditList } from './audit-list.ts';
import { buildTime } from './build.ts';
import { componentTree } from './component-tree.ts';
import { connections } from './connections.ts';
import { couplingVerdicts } from './coupling.ts';
import { courtesy } from './engine/courtesy.ts';
import { economy } from './engine/economy.ts';
import { journal } from './engine/journal.ts';
import { makespan } from './engine/makespan.ts';
import { season } from './engine/season.ts';
import { firstLoad } from './first-load.ts';
import { hostileAnswers } from './hostile.ts';
import { importing } from './import.ts';
import { importScreen } from './import-screen.ts';
import { interactions } from './interactions.ts';
import { ipcCalls } from './ipc.ts';
import type { Figure, Measurement } from './measurement.ts';
import { networkPicture } from './network.ts';
import { rendererHeap } from './renderer-heap.ts';
import { againstPrism } from './service/against-prism.ts';
import { serviceControl } from './service/control.ts';
import { serviceLatency } from './service/latency.ts';
import { limiterWork } from './service/limiter.ts';
import { serviceMemory } from './service/memory.ts';
import { servicePostgres } from './service/postgres.ts';
import { serviceRestore } from './service/restore.ts';
import { serviceSpeed } from './service/speed.ts';
import { serviceWrites } from './service/writes.ts';
import { startTime } from './start.ts';
import { startToRow } from './start-to-row.ts';

// `npm run bench` measures everything, `npm run bench -- list start` only what is named.
const figures: Readonly<Record<string, Figure>> = {
  build: buildTime,
  'first-load': firstLoad,
  start: startTime,
  'start-to-row': startToRow,
  ipc: ipcCalls,
  connections,
  hostile: hostileAnswers,
  heap: rendererHeap,
  list: auditList,
  tree: componentTree,
  makespan,
  season,
  courtesy,
  economy,
  journal,
  coupling: couplingVerdicts,
  import: importing,
  'import-screen': importScreen,
  interactions,
  network: networkPicture,
  'service-speed': serviceSpeed,
  'service-control': serviceControl,
  'service-latency': serviceLatency,
  'service-memory': serviceMemory,
  'service-writes': serviceWrites,
  'service-restore': serviceRestore,
  'service-postgres': servicePostgres,
  limiter: limiterWork,
  prism: againstPrism,
};

function table(rows: readonly Measurement[]): string {
  const width = (column: keyof Measurement) => Math.max(...rows.map((row) => row[column].length));
  return rows
    .map(({ figure, value, beside }) =>
      `${figure.padEnd(width('figure'))}  ${value.padStart(width('value'))}  ${beside}`.trimEnd(),
    )
    .join('\n');
}

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(figures, name));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are: ${Object.keys(figures).join(', ')}.`);
  process.exit(2);
}

const rows: Measurement[] = [];
for (const [name, figure] of Object.entries(figures)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.error(`measuring ${name} ...`);
  try {
    rows.push(...(await figure(resolve(import.meta.dirname, '..'))));
  } catch (error) {
    // The other figures are still worth their time.
    console.error(error);
    rows.push({ figure: name, value: 'failed', beside: 'see above' });
    process.exitCode = 1;
  }
}
const [load = 0] = loadavg();
console.log(`${table(rows)}\n\n${String(cpus().length)} processors, load ${load.toFixed(1)} at the end`);
process.exit(); // connections that a figure has kept would keep it for a while
