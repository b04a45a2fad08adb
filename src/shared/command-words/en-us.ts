import type { CommandWords } from '../commands.ts';

export const commandWords = {
  groups: { file: 'File', edit: 'Edit', view: 'View', go: 'Go', help: 'Help' },
  titles: {
    'new-audit': 'New audit',
    filter: 'Search in the list',
    'toggle-sidebar': 'Fold or unfold the sidebar',
    'next-region': 'Next part of the window',
    'previous-region': 'Previous part of the window',
    'zoom-in': 'Zoom in',
    'zoom-out': 'Zoom out',
    'zoom-reset': 'Actual size',
    back: 'Back',
    forward: 'Forward',
    'go-audits': 'Go to audits',
    'go-clients': 'Go to clients',
    'go-users': 'Go to users',
    'go-work-packages': 'Go to work packages',
    'go-coupling': 'Go to the check of a coupling',
    'go-activity': 'Go to activity',
    'go-limits': 'Go to limits',
    'go-network': 'Go to networks',
    'go-connections': 'Go to connections',
    'go-settings': 'Go to settings',
    help: 'Help for this screen',
    shortcuts: 'Show keyboard shortcuts',
  },
} as const satisfies CommandWords;
