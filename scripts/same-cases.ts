import fc from 'fast-check';

// Runs before every test file. Properties draw the same cases in each run, so that a change is judged by what it changes;
// `CASES=random npm run unit` draws others.
const chosen = process.env['CASES'];
if (chosen !== 'random')
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(chosen ?? 20_261_122) });
