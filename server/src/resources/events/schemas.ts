import Type, { type Static } from 'typebox';
import { instant, oneOf } from '../../schemas/shapes.js';
import { ASKED_NAMES } from './event-types.js';

export const EventId = Type.String({
  pattern: '^([a-z]{3,5}_)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  description: 'Id of the event: `evt_`, and behind it the UUID that envelopes have, which is good alone, too.',
});

export const EventStatus = oneOf(['PENDING', 'DELIVERED', 'FAILED'], {
  title: 'EventStatus',
  description:
    '`PENDING`: on its way, or waiting for a destination to be enabled; `FAILED`: a destination has not got it; `DELIVERED`: each that asked for it has it, also where none did.',
});

/** What lists are narrowed by: the interface takes any text here, and of one that is misspelt an empty list would say that nothing happened. */
export const AskedEventType = Type.Enum(Object.keys(ASKED_NAMES), {
  title: 'AskedEventType',
  description: 'A type of event, by any of its names. Names that nothing has are refused.',
});

const EventTypeName = Type.String({
  description: `What has happened: ${Object.keys(ASKED_NAMES)
    .filter((name) => !name.endsWith('.v2'))
    .map((name) => `\`${name}\``)
    .join(', ')}.`,
});

const ResourceRef = Type.Object(
  {
    id: Type.String({ description: 'Its id.' }),
    type: Type.String({
      description:
        '`file`, `transaction`, `destination`, `enrollment`, `object`, `claim`; of a transaction also `transaction.x12.850`.',
    }),
  },
  { title: 'EventResource', description: 'Something that an event is about.' },
);

/** What is sent to those who ask for an event without an envelope. */
export const ThinEvent = Type.Object(
  {
    id: EventId,
    object: Type.Literal('v1.event', { description: 'What this is.' }),
    type: EventTypeName,
    account: Type.String({ description: 'Id of the account.' }),
    created: instant('When it happened.'),
    environment: oneOf(['TEST', 'PRODUCTION'], {
      title: 'EventEnvironment',
      description: 'Whether it is of a test.',
    }),
    resource: ResourceRef,
    relatedResources: Type.Optional(Type.Array(ResourceRef, { description: 'What else it is about.' })),
  },
  { title: 'ThinEvent', description: 'What has happened to which resource: ask for that to know more.' },
);
export type ThinEvent = Static<typeof ThinEvent>;

const summary = {
  id: EventId,
  eventType: EventTypeName,
  status: EventStatus,
  createdAt: instant('When it happened.'),
};

export const EventSummary = Type.Object(summary, {
  title: 'EventSummary',
  description: 'Something that has happened.',
});
export type EventSummary = Static<typeof EventSummary>;

const Delivery = Type.Object(
  {
    destinationId: Type.String({ description: 'Where it is sent to.' }),
    status: oneOf(['PENDING', 'HELD', 'DELIVERED', 'FAILED'], {
      title: 'EventDeliveryStatus',
      description:
        '`PENDING`: it is tried, again where it has failed; `HELD`: it waits until the destination is enabled; `FAILED`: it is not tried any more.',
    }),
    attempts: Type.Integer({ minimum: 0, description: 'How often it was tried.' }),
    answer: Type.Optional(
      Type.String({
        description: 'What came of the last attempt: what the receiver answered, or what to do about it.',
      }),
    ),
    updatedAt: instant('Of the last attempt.'),
  },
  { title: 'EventDelivery', description: 'What has become of an event at a destination.' },
);
export type EventDelivery = Static<typeof Delivery>;

export const EventBody = Type.Object(
  {
    ...summary,
    deliveries: Type.Array(Delivery, { description: 'One for each destination that it is sent to.' }),
    eventPayload: Type.Object(
      { v1Event: ThinEvent },
      { description: 'What is sent to who asks for the event without an envelope.' },
    ),
  },
  { title: 'Event', description: 'Something that has happened, and what is sent of it.' },
);
export type EventBody = Static<typeof EventBody>;
