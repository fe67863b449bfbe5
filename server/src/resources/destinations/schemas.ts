import Type, { type Static } from 'typebox';
import { CreatedAt, closed, instant, oneOf, UpdatedAt } from '../../schemas/shapes.js';
import { ConnectionWarning } from '../connections/schemas.js';
import { ASKED_NAMES } from '../events/event-types.js';
import { FUNCTION_URL } from './function-target.js';

/** Of one account. */
export const MOST_DESTINATIONS = 16;
/** Deliveries to one destination that are under way at once. */
export const MOST_AT_ONCE = 20;
export const USUAL_AT_ONCE = 5;

/** Signatures by a secret go on after another has come, at most so long. */
const MOST_HOURS = 720;

export const DestinationId = Type.String({
  pattern: '^[a-z]{3,5}_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  description: 'Id of the destination, made by the server.',
});

export const DestinationStatus = oneOf(['ENABLED', 'DISABLED'], {
  title: 'DestinationStatus',
  description: '`DISABLED`: nothing is sent to it.',
});

const EventTypes = Type.Array(
  Type.String({
    minLength: 1,
    maxLength: 255,
    description: `One of: ${Object.entries(ASKED_NAMES)
      .map(([name, what]) => `\`${name}\`: ${what}`)
      .join(' ')}`,
  }),
  {
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
    description:
      'What it wants. A name that ends in `.v2` asks for an envelope with all details, the same name without it for the thin payload.',
  },
);

/** What a client says of a destination. */
const given = {
  name: Type.String({ minLength: 1, maxLength: 255, description: 'For people.' }),
  destinationUrl: Type.String({
    pattern: '^https://.+$',
    maxLength: 2048,
    description: `Where events are sent by POST, over TLS: without a user, a password or a fragment. \`${FUNCTION_URL}NAME\`: each event invokes this function of the account, with what would be sent.`,
  }),
  eventTypes: EventTypes,
};
const optional = {
  description: Type.Optional(Type.String({ maxLength: 1024, description: 'For people.' })),
  status: Type.Optional(DestinationStatus),
  concurrencyLimit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_AT_ONCE,
      description: `Deliveries under way at once, over all processes of the server. At first ${USUAL_AT_ONCE}.`,
    }),
  ),
  mappingId: Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Null()], {
      description: 'Id of a mapping that makes the body of what would be sent. `null`: what would be sent is sent.',
    }),
  ),
};

export const NewDestination = Type.Object(
  { ...given, ...optional },
  { ...closed, title: 'NewDestination', description: 'A destination to be made.' },
);
export type NewDestination = Static<typeof NewDestination>;

/** What is left out stays as it is. */
export const DestinationUpdate = Type.Partial(NewDestination, {
  ...closed,
  title: 'DestinationUpdate',
  description: 'What is to be different.',
});
export type DestinationUpdate = Static<typeof DestinationUpdate>;

const shown = {
  id: DestinationId,
  ...given,
  description: Type.String({ description: 'For people.' }),
  status: DestinationStatus,
  concurrencyLimit: Type.Integer({ description: 'Deliveries under way at once.' }),
  mode: oneOf(['test', 'production'], {
    title: 'DestinationMode',
    description: 'Of the key that made it: events of the other mode do not reach it.',
  }),
  mappingId: Type.Optional(Type.String({ description: 'Id of the mapping that makes the body.' })),
  disabledReason: Type.Optional(Type.String({ description: 'Why the server has disabled it.' })),
  warnings: Type.Optional(
    Type.Array(ConnectionWarning, {
      description: 'What stands against reaching its address today; in answers to create and update.',
    }),
  ),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
  lastDeliveryTime: Type.Optional(instant('When something was last delivered to it, to the minute.')),
};

/** A destination as it is shown; its secret is asked for apart. */
export const Destination = Type.Object(shown, {
  title: 'Destination',
  description: 'Where events are sent to.',
});
export type Destination = Static<typeof Destination>;

const SigningSecret = Type.String({
  format: 'password',
  pattern: '^whsec_[A-Za-z0-9+/=]+$',
  minLength: 30,
  maxLength: 255,
  description: 'What webhooks are signed with: `whsec_`, and behind it the key in base64.',
});

export const CreatedDestination = Type.Object(
  { ...shown, signingSecret: SigningSecret },
  { title: 'CreatedDestination', description: 'A destination that was made, with the secret of its signatures.' },
);

export const DestinationSecret = Type.Object(
  {
    signingSecret: SigningSecret,
    previousSecretExpiresAt: Type.Optional(
      instant('Until then each webhook has a second signature, by the secret before.'),
    ),
  },
  { title: 'DestinationSecret', description: 'What webhooks to a destination are signed with.' },
);
export type DestinationSecret = Static<typeof DestinationSecret>;

export const SecretRotation = Type.Object(
  {
    previousSecretExpiryHours: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: MOST_HOURS,
        description:
          'How long webhooks are signed with the secret before, too. Default 24; 0: from now on by the new one alone.',
      }),
    ),
  },
  { ...closed, title: 'SecretRotation', description: 'How the secret is to be exchanged.' },
);
export type SecretRotation = Static<typeof SecretRotation>;
