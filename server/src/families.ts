/** Families of the interface, each below a version segment of its own; they share one address and one port. */
export const FAMILIES = {
  core: { version: '2023-08-01', title: 'EDI platform' },
  partners: { version: '2022-01-01', title: 'Trading partners' },
  guides: { version: '2022-03-09', title: 'Guides' },
  healthcare: { version: '2024-04-01', title: 'Eligibility, payers, claims' },
  'eligibility-batches': { version: '2024-04-01', title: 'Eligibility batches' },
  enrollments: { version: '2024-09-01', title: 'Transaction enrollment' },
  events: { version: '2026-02-01', title: 'Event destinations' },
  functions: { version: '2021-11-16', title: 'Functions' },
  sftp: { version: '2022-04-01', title: 'SFTP users' },
  buckets: { version: '2022-05-05', title: 'Buckets' },
  mappings: { version: '2021-06-01', title: 'Mappings' },
} as const;

export type FamilyName = keyof typeof FAMILIES;
