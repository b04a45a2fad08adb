// Where the command finds what is no code: beside itself in its package, else in the repository.
const isPackaged = !import.meta.url.endsWith('.ts');

/** The texts of the app, a folder for each language. */
export const wordsFolder = new URL(isPackaged ? './words/' : '../../words/', import.meta.url);

/** npm's description of the program. */
export const manifest = new URL(isPackaged ? './package.json' : '../../../package.json', import.meta.url);

/** What a person types. */
export const typed = isPackaged
  ? { desk: 'audit-desk', check: 'audit-desk check' }
  : { desk: 'npm run desk --', check: 'npm run check --' };
