import Type from 'typebox';
import { closed } from '../../schemas/shapes.js';

/** What `connection` of routes says of files of claims, by the kind of the route. */

export const RouteUrl = Type.String({
  minLength: 8,
  maxLength: 2000,
  pattern: '^https?://',
  description: 'https; http in allowed private networks alone.',
});

/** `partnership`: claims go out as files of that account. */
export const Carrier = Type.Object(
  {
    accountId: Type.String({ minLength: 1, maxLength: 40, description: 'The account that has the partnership.' }),
    partnershipId: Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'Files go out as the setting for outbound 837 of their release says: over its connection, by its file name. Its ids are those of the route.',
    }),
  },
  closed,
);

/** `x12-post`. */
export const PostedClaims = Type.Object(
  { url: RouteUrl },
  { ...closed, description: 'Files of claims go there. Default: to `url`.' },
);

/** `caqh-core`. */
export const SubmittedClaims = Type.Object(
  {
    url: Type.Optional(RouteUrl),
    pollSeconds: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 86_400, description: 'Between two looks for answers. Default 60.' }),
    ),
  },
  {
    ...closed,
    description:
      'Files of claims go to this url (BatchSubmission), and their answers are picked up there. Default: the url of `batch`, else `url`.',
  },
);
