import type { CommandWords } from '../commands.ts';

export const commandWords = {
  groups: { file: 'Bestand', edit: 'Bewerken', view: 'Beeld', go: 'Ga naar', help: 'Help' },
  titles: {
    'new-audit': 'Nieuwe audit',
    filter: 'Zoeken in de lijst',
    'toggle-sidebar': 'Zijbalk in- of uitklappen',
    'next-region': 'Volgend deel van het venster',
    'previous-region': 'Vorig deel van het venster',
    'zoom-in': 'Inzoomen',
    'zoom-out': 'Uitzoomen',
    'zoom-reset': 'Ware grootte',
    back: 'Terug',
    forward: 'Vooruit',
    'go-audits': 'Naar audits',
    'go-clients': 'Naar cliënten',
    'go-users': 'Naar gebruikers',
    'go-work-packages': 'Naar werkpakketten',
    'go-coupling': 'Naar het controleren van een koppeling',
    'go-activity': 'Naar activiteit',
    'go-limits': 'Naar limieten',
    'go-network': 'Ga naar netwerken',
    'go-connections': 'Naar verbindingen',
    'go-settings': 'Naar instellingen',
    help: 'Help bij dit scherm',
    shortcuts: 'Sneltoetsen tonen',
  },
} as const satisfies CommandWords;
