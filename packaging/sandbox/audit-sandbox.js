#!/usr/bin/env node
// Node calls its SQLite experimental when it is loaded; nobody can do anything about that here.
const tell = process.emitWarning.bind(process);
process.emitWarning = (warning, ...rest) => {
  if (rest[0] !== 'ExperimentalWarning') tell(warning, ...rest);
};
await import('./cli.js');
