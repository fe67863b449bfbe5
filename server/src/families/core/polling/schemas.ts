import Type from 'typebox';
import { Instant } from '../../../schemas/common.js';

export const PollingQuery = Type.Object({
  startDateTime: Type.Optional(
    Type.String({
      ...Instant,
      description:
        'Of the first page: what was processed later. At least a minute past. Afterwards send the token of the page before.',
    }),
  ),
});
