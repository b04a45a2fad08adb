import { commandWords } from '../../../shared/command-words/it.ts';
import about from './about.json';

import activity from './activity.json';

import auditWizard from './audit-wizard.json';
import audits from './audits.json';
import clients from './clients.json';
import commands from './commands.json';
import common from './common.json';
import componentTree from './component-tree.json';
import connections from './connections.json';
import coupling from './coupling.json';
import errors from './errors.json';
import help from './help.json';
import limits from './limits.json';
import network from './network.json';
import offline from './offline.json';
import print from './print.json';
import settings from './settings.json';
import users from './users.json';
import workPackages from './work-packages.json';

export const messages = {
  common,
  commands: { ...commands, ...commandWords },
  errors,
  connections,
  help,
  offline,
  settings,
  about,
  activity,
  audits,
  clients,
  coupling,
  limits,
  network,
  print,
  users,
  'audit-wizard': auditWizard,
  'component-tree': componentTree,
  'work-packages': workPackages,
};
