import {
  harborlineEntities,
  molinoSerraEntities,
  oeverzorgEntities,
  tessituraEntities,
  testEntities,
  valkenhorstEntities,
} from './legal-entities.ts';

/** The six client organisations; the last is a test organisation, whose audits cost nothing. */
export const clientOrganisations = [
  {
    id: 'valkenhorst',
    name: 'Valkenhorst Groep N.V.',
    country: 'NL',
    domains: ['valkenhorst.example', 'valkenhorst-italia.example', 'lakeshorepump.example'],
    legal_entities: valkenhorstEntities,
  },
  {
    id: 'molino-serra',
    name: 'Molino Serra S.p.A.',
    country: 'IT',
    domains: ['molinoserra.example'],
    legal_entities: molinoSerraEntities,
  },
  {
    id: 'harborline',
    name: 'Harborline Logistics, Inc.',
    country: 'US',
    domains: ['harborline.example', 'harborline-europe.example'],
    allow_password_login: false,
    legal_entities: harborlineEntities,
  },
  {
    id: 'oeverzorg',
    name: 'Stichting Oeverzorg',
    country: 'NL',
    domains: ['oeverzorg.example'],
    legal_entities: oeverzorgEntities,
  },
  {
    id: 'tessitura-lanaro',
    name: 'Tessitura Lanaro S.r.l.',
    country: 'IT',
    legal_entities: tessituraEntities,
  },
  {
    id: 'proefgroep',
    name: 'Proefgroep N.V. (test)',
    country: 'NL',
    is_test_organisation: true,
    legal_entities: testEntities,
  },
] as const;
