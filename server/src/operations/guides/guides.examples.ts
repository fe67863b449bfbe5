import type { Examples } from '../../gateway/docs/example.js';
import { IDS } from '../example-ids.js';

/** Requests about guides, and their answers. */
export const GUIDE_EXAMPLES: Examples = {
  CreateGuide: [
    {
      summary: 'An overlay that names its lines as what fragments fill',
      body: {
        name: 'Orders of Lakeside',
        definition: { overlay: 'lakeside', base: '850-004010' },
        fragmentPath: 'baseline_item_data_PO1_loop',
      },
      answer: {
        id: IDS.draft,
        name: 'Orders of Lakeside',
        status: 'draft',
        managedBy: 'customer',
        target: { standard: 'x12', release: '004010', transactionSet: '850', version: '004010' },
        base: '850-004010',
        fragmentPath: 'baseline_item_data_PO1_loop',
        unpublishedChanges: true,
        createdAt: '2026-01-31T11:04:00.000Z',
        updatedAt: '2026-01-31T11:04:00.000Z',
      },
    },
  ],
  ListGuides: [
    {
      summary: 'Drafts of the account',
      query: { status: 'draft' },
      answer: {
        items: [
          {
            id: IDS.draft,
            name: 'Orders of Lakeside, 2026',
            status: 'draft',
            managedBy: 'customer',
            target: { standard: 'x12', release: '004010', transactionSet: '850', version: '004010' },
            base: '850-004010',
            fragmentPath: 'baseline_item_data_PO1_loop',
            unpublishedChanges: false,
            createdAt: '2026-01-31T11:04:00.000Z',
            updatedAt: '2026-01-31T11:08:00.000Z',
            publishedAt: '2026-01-31T11:08:00.000Z',
          },
        ],
      },
    },
  ],
  GetGuide: [
    {
      summary: 'The draft as it was given',
      params: { guideId: IDS.draft },
      answer: {
        id: IDS.draft,
        name: 'Orders of Lakeside, 2026',
        status: 'draft',
        managedBy: 'customer',
        target: { standard: 'x12', release: '004010', transactionSet: '850', version: '004010' },
        base: '850-004010',
        fragmentPath: 'baseline_item_data_PO1_loop',
        unpublishedChanges: false,
        createdAt: '2026-01-31T11:04:00.000Z',
        updatedAt: '2026-01-31T11:08:00.000Z',
        publishedAt: '2026-01-31T11:08:00.000Z',
        definition: { overlay: 'lakeside', base: '850-004010' },
      },
    },
  ],
  UpdateGuide: [
    {
      summary: 'Another name',
      params: { guideId: IDS.draft },
      body: { name: 'Orders of Lakeside, 2026' },
      answer: {
        id: IDS.draft,
        name: 'Orders of Lakeside, 2026',
        status: 'draft',
        managedBy: 'customer',
        target: { standard: 'x12', release: '004010', transactionSet: '850', version: '004010' },
        base: '850-004010',
        fragmentPath: 'baseline_item_data_PO1_loop',
        unpublishedChanges: true,
        createdAt: '2026-01-31T11:04:00.000Z',
        updatedAt: '2026-01-31T11:06:00.000Z',
      },
    },
  ],
  DeleteGuide: [{ summary: 'One guide', params: { guideId: IDS.draft } }],
  PublishGuide: [
    {
      summary: 'The draft',
      params: { guideId: IDS.draft },
      answer: {
        id: IDS.guide,
        name: 'Orders of Lakeside, 2026',
        status: 'live',
        managedBy: 'customer',
        target: { standard: 'x12', release: '004010', transactionSet: '850', version: '004010' },
        base: '850-004010',
        fragmentPath: 'baseline_item_data_PO1_loop',
        unpublishedChanges: false,
        createdAt: '2026-01-31T11:04:00.000Z',
        updatedAt: '2026-01-31T11:08:00.000Z',
        publishedAt: '2026-01-31T11:08:00.000Z',
      },
    },
  ],
  RevertGuide: [
    {
      summary: 'Back to what is published',
      params: { guideId: IDS.draft },
      answer: {
        id: IDS.draft,
        name: 'Orders of Lakeside, 2026',
        status: 'draft',
        managedBy: 'customer',
        target: { standard: 'x12', release: '004010', transactionSet: '850', version: '004010' },
        base: '850-004010',
        fragmentPath: 'baseline_item_data_PO1_loop',
        unpublishedChanges: false,
        createdAt: '2026-01-31T11:04:00.000Z',
        updatedAt: '2026-01-31T11:14:00.000Z',
        publishedAt: '2026-01-31T11:08:00.000Z',
      },
    },
  ],
};
