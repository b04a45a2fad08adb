import { commandWords } from '../../../shared/command-words/it.ts';
import commands from './commands.json';
import common from './common.json';
import errors from './errors.json';
import help from './help.json';
import offline from './offline.json';
import welcome from './welcome.json';

/** What the frame and the first screen say; the rest comes with the first screen after that. */
export const first = {
  common,
  commands: { ...commands, ...commandWords },
  errors,
  help,
  offline,
  welcome,
};
