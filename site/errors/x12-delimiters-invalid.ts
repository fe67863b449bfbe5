import { SegmentWriter } from 'ediloom';

new SegmentWriter({ delimiters: { segment: '~', element: '*', component: '*' } });
