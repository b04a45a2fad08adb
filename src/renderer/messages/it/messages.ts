import about from './about.json';
import activity from './activity.json';
import auditWizard from './audit-wizard.json';
import audits from './audits.json';
import clients from './clients.json';
import componentTree from './component-tree.json';
import connections from './connections.json';
import coupling from './coupling.json';
import { first } from './first.ts';
import limits from './limits.json';
import network from './network.json';
import print from './print.json';
import settings from './settings.json';
import users from './users.json';
import workPackages from './work-packages.json';

/** All that is said in this language. */
export const messages = {
  ...first,
  connections,
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
