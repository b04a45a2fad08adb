#!/usr/bin/env node
// Node calls its SQLite experimental when it is loaded; nobody can do anything about that here.
const { emitWarning } = process;
process.emitWarning = (warning, ...rest) => {
  if (rest[0] !== 'ExperimentalWarning') emitWarning.call(process, warning, ...rest);
};
await import('./cli.js');
