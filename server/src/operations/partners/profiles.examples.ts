import type { Examples } from '../../gateway/docs/example.js';

/** Requests about profiles, and their answers. */
export const PROFILE_EXAMPLES: Examples = {
  CreateX12Profile: [
    {
      summary: 'Your own',
      body: {
        profileId: 'northwind',
        profileType: 'local',
        interchangeQualifier: 'ZZ',
        interchangeId: 'NORTHWIND',
        applicationIdentifiers: [{ value: 'NWORDERS', isDefault: true }],
      },
      answer: {
        profileId: 'northwind',
        profileType: 'local',
        interchangeQualifier: 'ZZ',
        interchangeId: 'NORTHWIND',
        applicationIdentifiers: [{ value: 'NWORDERS', isDefault: true }],
        createdAt: '2026-01-31T09:50:00.000Z',
        updatedAt: '2026-01-31T09:50:00.000Z',
      },
    },
    {
      summary: "A partner's",
      body: {
        profileId: 'lakeside',
        profileType: 'partner',
        interchangeQualifier: '14',
        interchangeId: '007940129LAKE',
      },
      answer: {
        profileId: 'lakeside',
        profileType: 'partner',
        interchangeQualifier: '14',
        interchangeId: '007940129LAKE',
        applicationIdentifiers: [],
        createdAt: '2026-01-31T09:52:00.000Z',
        updatedAt: '2026-01-31T09:52:00.000Z',
      },
    },
  ],
  ListX12Profiles: [
    {
      summary: 'The first two',
      query: { page_size: '2' },
      answer: {
        items: [
          {
            profileId: 'demo-partner',
            profileType: 'partner',
            interchangeQualifier: 'ZZ',
            interchangeId: 'DEMOPARTNER',
            applicationIdentifiers: [],
            createdAt: '2026-01-31T09:00:00.000Z',
            updatedAt: '2026-01-31T09:00:00.000Z',
          },
          {
            profileId: 'my-company',
            profileType: 'local',
            interchangeQualifier: 'ZZ',
            interchangeId: 'MYCOMPANY',
            applicationIdentifiers: [{ value: 'MYAPP', isDefault: true }],
            createdAt: '2026-01-31T09:00:00.000Z',
            updatedAt: '2026-01-31T09:00:00.000Z',
          },
        ],
        next_page_token: 'Jw8qiFA9XddnbBT8BDtfaFsxNzY5ODUwMDAwMDAwLCJteS1jb21wYW55Il0',
        nextPageToken: 'Jw8qiFA9XddnbBT8BDtfaFsxNzY5ODUwMDAwMDAwLCJteS1jb21wYW55Il0',
      },
    },
  ],
  GetX12Profile: [
    {
      summary: 'Your own',
      params: { profileId: 'northwind' },
      answer: {
        profileId: 'northwind',
        profileType: 'local',
        interchangeQualifier: 'ZZ',
        interchangeId: 'NORTHWIND',
        applicationIdentifiers: [{ value: 'NWORDERS', isDefault: true }],
        createdAt: '2026-01-31T09:50:00.000Z',
        updatedAt: '2026-01-31T09:50:00.000Z',
      },
    },
  ],
  UpdateX12Profile: [
    {
      summary: 'Another application id beside the first',
      params: { profileId: 'northwind' },
      body: { applicationIdentifiers: [{ value: 'NWORDERS', isDefault: true }, { value: 'NWRETURNS' }] },
      answer: {
        profileId: 'northwind',
        profileType: 'local',
        interchangeQualifier: 'ZZ',
        interchangeId: 'NORTHWIND',
        applicationIdentifiers: [
          { value: 'NWORDERS', isDefault: true },
          { value: 'NWRETURNS', isDefault: false },
        ],
        createdAt: '2026-01-31T09:50:00.000Z',
        updatedAt: '2026-01-31T09:58:00.000Z',
      },
    },
  ],
  DeleteX12Profile: [{ summary: 'A partner that is gone', params: { profileId: 'lakeside' } }],
  GetX12ProfileByInterchange: [
    {
      summary: 'By ISA05 and ISA06',
      body: { interchangeIdentifier: { interchangeQualifier: 'ZZ', interchangeId: 'NORTHWIND' } },
      answer: {
        profileId: 'northwind',
        profileType: 'local',
        interchangeQualifier: 'ZZ',
        interchangeId: 'NORTHWIND',
        applicationIdentifiers: [
          { value: 'NWORDERS', isDefault: true },
          { value: 'NWRETURNS', isDefault: false },
        ],
        createdAt: '2026-01-31T09:50:00.000Z',
        updatedAt: '2026-01-31T09:58:00.000Z',
      },
    },
  ],
};
