/** The roles that the service knows; those of `Audit` can be given to a user on an audit. */
export const roles = [
  {
    name: 'audit_engagement_leader',
    associated_model: 'Audit',
    description: 'Responsible for the engagement; signs the opinion and closes the file.',
  },
  {
    name: 'audit_manager',
    associated_model: 'Audit',
    description: 'Plans the engagement, reviews all work and keeps the file complete.',
  },
  {
    name: 'audit_auditor',
    associated_model: 'Audit',
    description: 'Performs and documents the work.',
  },
  {
    name: 'audit_quality_reviewer',
    associated_model: 'Audit',
    description: 'Reviews the engagement independently before the opinion; changes nothing in the file.',
  },
  {
    name: 'audit_specialist',
    associated_model: 'Audit',
    description: 'Works on the subjects assigned, such as taxes, IT or valuations.',
  },
  { name: 'audit_reader', associated_model: 'Audit', description: 'Reads the file.' },
  {
    name: 'client_contact',
    associated_model: 'ClientOrganisation',
    description: 'Delivers the documents that the auditor asks for.',
  },
  {
    name: 'api_account_manager',
    associated_model: 'ServiceAccount',
    description: 'Creates and deletes audits and component audits, and couples them.',
  },
] as const;

const domain = 'vanrossem-bellani.example';

function user(mailbox: string, name: string) {
  return { email: `${mailbox}@${domain}`, name };
}

/** The people of the firm's three offices. Two addresses need care in a path: one has a capital, one an apostrophe. */
export const offices = {
  netherlands: [
    user('marijke.van.rossem', 'Marijke van Rossem'),
    user('joost.hoekstra', 'Joost Hoekstra'),
    user('Anneke.de.Wit', 'Anneke de Wit'),
    user('ruben.el.amrani', 'Ruben El Amrani'),
    user('fleur.kuipers', 'Fleur Kuipers'),
    user('daan.verbruggen', 'Daan Verbruggen'),
    user('sanne.ter.horst', 'Sanne ter Horst'),
    user('tim.oosterhuis', 'Tim Oosterhuis'),
    user('noor.yilmaz', 'Noor Yılmaz'),
    user('pieter.scholten', 'Pieter Scholten'),
    user('eva.maas', 'Eva Maas'),
  ],
  italy: [
    user('giulia.bellani', 'Giulia Bellani'),
    user('matteo.ferraris', 'Matteo Ferraris'),
    user('chiara.zanon', 'Chiara Zanon'),
    user('luca.dangelo', "Luca D'Angelo"),
    user('francesca.pozzi', 'Francesca Pozzi'),
    user('nicolo.marchetti', 'Nicolò Marchetti'),
    user('elena.sartori', 'Elena Sartori'),
    user('davide.conti', 'Davide Conti'),
  ],
  unitedStates: [
    user('grace.whitfield', 'Grace Whitfield'),
    user('marcus.bell', 'Marcus Bell'),
    user("colleen.o'dowd", "Colleen O'Dowd"),
    user('andre.castillo', 'André Castillo'),
    user('priya.raman', 'Priya Raman'),
    user('jonah.feld', 'Jonah Feld'),
  ],
} as const;
export type Office = keyof typeof offices;

/** Everybody, in order of office. */
export const users = [...offices.netherlands, ...offices.italy, ...offices.unitedStates];

/**
 * The service accounts. Their secrets are no secrets: the service that knows them is on this machine only and has
 * nothing in it but this firm.
 */
export const serviceAccounts = [
  {
    client_id: 'demo-manager',
    client_secret: 'open-to-all-demo-manager',
    roles: ['api_account_manager'],
  },
  { client_id: 'demo-reader', client_secret: 'open-to-all-demo-reader', roles: [] },
  {
    client_id: 'demo-manager-without-network',
    client_secret: 'open-to-all-demo-manager-without-network',
    roles: ['api_account_manager'],
    denied_permissions: ['update:audit.linked_entity_audit'],
  },
] as const;
