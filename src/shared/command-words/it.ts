import type { CommandWords } from '../commands.ts';

export const commandWords = {
  groups: { file: 'File', edit: 'Modifica', view: 'Vista', go: 'Vai', help: 'Aiuto' },
  titles: {
    'new-audit': 'Nuova revisione',
    filter: "Cerca nell'elenco",
    'toggle-sidebar': 'Comprimi o espandi la barra laterale',
    'next-region': 'Parte successiva della finestra',
    'previous-region': 'Parte precedente della finestra',
    'zoom-in': 'Ingrandisci',
    'zoom-out': 'Riduci',
    'zoom-reset': 'Dimensioni reali',
    back: 'Indietro',
    forward: 'Avanti',
    'go-audits': 'Vai alle revisioni',
    'go-clients': 'Vai ai clienti',
    'go-users': 'Vai agli utenti',
    'go-work-packages': 'Vai ai pacchetti di lavoro',
    'go-coupling': 'Vai alla verifica di un collegamento',
    'go-activity': 'Vai alle attività',
    'go-limits': 'Vai ai limiti',
    'go-network': 'Vai alle reti',
    'go-connections': 'Vai alle connessioni',
    'go-settings': 'Vai alle impostazioni',
    help: 'Guida a questa schermata',
    shortcuts: 'Mostra le scorciatoie da tastiera',
  },
} as const satisfies CommandWords;
