import Type from 'typebox';
import { DateTime } from '../shared-schemas.js';

export const PollingQuery = Type.Object({
  startDateTime: Type.Optional(
    Type.String({
      ...DateTime,
      description:
        'Of the first page: what was processed later. At least a minute past. Afterwards send the token of the page before.',
    }),
  ),
});
