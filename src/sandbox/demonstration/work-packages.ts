const frameworks = {
  id: 'reporting_frameworks',
  name: 'Reporting frameworks',
  type: 'multiple_choice',
  default: ['ifrs'],
  options: [
    { value: 'ifrs', label: 'IFRS as adopted by the EU' },
    { value: 'nl-gaap', label: 'Dutch GAAP (Title 9 Book 2 BW)' },
    { value: 'oic', label: 'Italian GAAP (OIC)' },
    { value: 'us-gaap', label: 'US GAAP' },
  ],
};

const materiality = [
  {
    id: 'materiality_benchmark',
    name: 'Benchmark for materiality',
    type: 'choice',
    default: 'profit_before_tax',
    options: [
      { value: 'profit_before_tax', label: 'Profit before tax' },
      { value: 'revenue', label: 'Revenue' },
      { value: 'total_assets', label: 'Total assets' },
      { value: 'equity', label: 'Equity' },
    ],
  },
  {
    id: 'materiality_percentage',
    name: 'Materiality as a percentage of the benchmark',
    type: 'decimal',
    default: '5.00',
    options: null,
  },
];

const sampling = [
  { id: 'use_sampling', name: 'Use statistical sampling', type: 'boolean', default: true, options: null },
  { id: 'minimum_sample', name: 'Smallest sample (items)', type: 'integer', default: 25, options: null },
];

const reporting = [
  {
    id: 'reporting_deadline',
    name: 'Deadline for the opinion',
    type: 'date',
    default: '2027-04-30',
    options: null,
  },
  { id: 'file_reference', name: 'Reference in the paper file', type: 'string', default: '', options: null },
];

const statutoryPrices = [
  { audit_type: 'consolidated', credits: 12, conditions: null },
  { audit_type: 'single', credits: 3, conditions: { coupled: true } },
  { audit_type: 'single', credits: 5, conditions: { coupled: false } },
];

const statutory = {
  name: 'Statutory audit',
  audit_types: ['single', 'consolidated'],
  scoping_packages: ['Public interest entity', 'Large', 'Medium-sized', 'Small'],
};

/**
 * Three methodologies in their versions, in the order of their ids, which is not that of their versions: 2025.10 is newer
 * than 2025.9, 10.0 than 9.9 and 1.12 than 1.4 (decisions.md §5.5).
 */
export const workPackages = [
  {
    id: 'beoordeling-1.12',
    name: 'Beoordelingsopdracht',
    version: '1.12',
    languages: ['nl', 'en-us'],
    audit_types: ['single'],
    scoping_packages: ['Beoordeling jaarrekening', 'Beoordeling tussentijdse cijfers'],
    settings: [
      {
        id: 'cijferanalyse_drempel',
        name: 'Drempel voor cijferanalyse (%)',
        type: 'decimal',
        default: 10,
        options: null,
      },
      {
        id: 'bevestiging_bij_leiding',
        name: 'Schriftelijke bevestiging bij de leiding',
        type: 'boolean',
        default: true,
        options: null,
      },
    ],
    prices: [{ audit_type: 'single', credits: 2, conditions: null }],
  },
  {
    id: 'beoordeling-1.4',
    name: 'Beoordelingsopdracht',
    version: '1.4',
    languages: ['nl'],
    audit_types: ['single'],
    scoping_packages: ['Beoordeling jaarrekening'],
    settings: [],
    prices: [{ audit_type: 'single', credits: 2, conditions: null }],
  },
  {
    id: 'revisione-10.0',
    name: 'Revisione legale dei conti',
    version: '10.0',
    languages: ['it', 'en-us'],
    audit_types: ['single', 'consolidated'],
    scoping_packages: ['Società di capitali', 'Ente di interesse pubblico', 'Bilancio abbreviato'],
    settings: [
      {
        id: 'collegio_sindacale',
        name: 'Collegio sindacale presente',
        type: 'boolean',
        default: true,
        options: null,
      },
      {
        id: 'verifiche_trimestrali',
        name: 'Verifiche periodiche previste nell’anno',
        type: 'integer',
        default: 4,
        options: null,
      },
      {
        id: 'forma_relazione',
        name: 'Forma della relazione',
        type: 'choice',
        default: 'ordinaria',
        options: [
          { value: 'ordinaria', label: 'Ordinaria' },
          { value: 'volontaria', label: 'Volontaria' },
        ],
      },
    ],
    prices: [
      { audit_type: 'consolidated', credits: 8, conditions: null },
      { audit_type: 'single', credits: 4, conditions: null },
    ],
  },
  {
    id: 'revisione-9.9',
    name: 'Revisione legale dei conti',
    version: '9.9',
    languages: ['it'],
    audit_types: ['single', 'consolidated'],
    scoping_packages: ['Società di capitali', 'Ente di interesse pubblico'],
    settings: [],
    prices: [{ audit_type: 'single', credits: 4, conditions: null }],
  },
  {
    ...statutory,
    id: 'statutory-2024.10',
    version: '2024.10',
    languages: ['en-us', 'nl', 'it'],
    settings: [...sampling, ...materiality],
    prices: statutoryPrices,
  },
  {
    ...statutory,
    id: 'statutory-2024.9',
    version: '2024.9',
    languages: ['en-us', 'nl'],
    audit_types: ['single'],
    settings: sampling,
    prices: [{ audit_type: 'single', credits: 5, conditions: null }],
  },
  {
    ...statutory,
    id: 'statutory-2025.10',
    version: '2025.10',
    languages: ['en-us', 'nl', 'it'],
    settings: [...sampling, ...materiality, frameworks, ...reporting],
    prices: statutoryPrices,
  },
  {
    ...statutory,
    id: 'statutory-2025.9',
    version: '2025.9',
    languages: ['en-us', 'nl', 'it'],
    settings: [...sampling, ...materiality, frameworks],
    prices: statutoryPrices,
  },
];
