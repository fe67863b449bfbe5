import Type, { type Static } from 'typebox';
import { PartnershipId } from '../../schemas/ids.js';
import { CreatedAt, closed, UpdatedAt } from '../../schemas/shapes.js';
import { OutboundConnection, OutboundConnectionIn } from '../connections/outbound-connection.js';
import { Profile, ProfileId } from '../profiles/schemas.js';
import { InboundSetting, OutboundSetting } from '../transaction-settings/schemas.js';

/** Which acknowledgments the partner gets: TA1 and 997 or 999; by default the one that goes with the version. */
const acknowledgments = {
  enabled: Type.Boolean({ description: 'Whether the partner gets any acknowledgment.' }),
  negativeAcknowledgmentEnabled: Type.Optional(
    Type.Boolean({ description: 'Whether the partner is told of what was rejected, too. Default true.' }),
  ),
  functionalAcknowledgmentType: Type.Optional(
    Type.Enum(['997', '999'], { description: 'Default: the one that goes with the version of what was received.' }),
  ),
};

const ProcessingConfiguration = Type.Object(
  {
    strategy: Type.Enum(['AllTransactions', 'AnyTransaction'], {
      description:
        'AllTransactions: one transaction set that is not valid fails its whole interchange. AnyTransaction: each is taken or rejected by itself.',
    }),
    duplicates: Type.Optional(
      Type.Object(
        {
          check: Type.Optional(Type.Boolean({ description: 'Whether it is looked for. Default true.' })),
          windowDays: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 365, description: 'For how many days. Default 365.' }),
          ),
        },
        {
          ...closed,
          description:
            'An interchange whose ids and ISA13 came before: with the same content it is rejected (TA105 025), with another it waits until somebody releases it.',
        },
      ),
    ),
  },
  { ...closed, description: 'What is done with a received file that is wrong in part.' },
);

const ExpectedAcknowledgments = Type.Object(
  {
    interchange: Type.Optional(Type.Boolean({ description: 'A TA1 for each interchange. Default false.' })),
    functional: Type.Optional(
      Type.Boolean({
        description: 'A 997 or 999 for each functional group; never for one of 997s or 999s. Default false.',
      }),
    ),
    claims: Type.Optional(Type.Boolean({ description: 'A 277CA for each 837. Default false.' })),
    withinHours: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 8760,
        description:
          'Hours after the delivery; what has not come by then is overdue, and an event reports it. Default 24.',
      }),
    ),
  },
  { ...closed, description: 'Which answers the partner owes to what you send, and by when. Absent: none.' },
);

const ACKNOWLEDGED = 'Which acknowledgments (TA1, 997 or 999) the partner gets, and where to. Absent: none.';

/** What can change: what headers say where a request says nothing else, and what is done with what comes in. */
const changing = {
  interchangeUsageIndicator: Type.Enum(['I', 'P', 'T'], { description: 'ISA15, where a request says nothing else.' }),
  timezone: Type.String({
    minLength: 1,
    maxLength: 60,
    description: 'IANA name, such as America/New_York: ISA09, ISA10, GS04 and GS05 are in it.',
  }),
  timeFormat: Type.Enum(['HHMM', 'HHMMSS'], { description: 'GS05; ISA10 is always HHMM.' }),
  ackConfiguration: Type.Optional(
    Type.Object(
      { ...acknowledgments, connection: Type.Optional(OutboundConnectionIn) },
      { ...closed, description: ACKNOWLEDGED },
    ),
  ),
  processingConfiguration: Type.Optional(ProcessingConfiguration),
  expectedAcknowledgments: Type.Optional(ExpectedAcknowledgments),
};

/** By their ids; which is local and which the partner's is checked against their types. */
const profiles = {
  localProfileId: Type.String({ ...ProfileId, description: 'Id of the local profile: you.' }),
  partnerProfileId: Type.String({ ...ProfileId, description: 'Id of the partner profile.' }),
};

/** The id is made of both profiles' where none is given; see `proposedId`. */
export const NewPartnership = Type.Object(
  {
    partnershipId: Type.Optional(
      Type.String({ ...PartnershipId, description: 'Default: both profile ids with "_" between.' }),
    ),
    ...profiles,
    ...changing,
  },
  { ...closed, title: 'NewPartnership', description: 'A partnership to be made.' },
);
export type NewPartnership = Static<typeof NewPartnership>;

/** Replaces all that can change; what cannot may be sent back as it is. */
export const PartnershipUpdate = Type.Object(
  {
    partnershipId: Type.Optional(PartnershipId),
    localProfileId: Type.Optional(profiles.localProfileId),
    partnerProfileId: Type.Optional(profiles.partnerProfileId),
    ...changing,
  },
  {
    ...closed,
    title: 'PartnershipUpdate',
    description: 'What the partnership is to say; what cannot change may be sent back.',
  },
);
export type PartnershipUpdate = Static<typeof PartnershipUpdate>;

/** What lists show too. */
const terms = {
  partnershipId: PartnershipId,
  ...profiles,
  interchangeUsageIndicator: changing.interchangeUsageIndicator,
  timezone: changing.timezone,
  timeFormat: changing.timeFormat,
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
};

/** What a list shows: without profiles and settings. */
export const PartnershipSummary = Type.Object(
  { ...terms, connectionCount: Type.Integer({ description: 'How many connections it has for itself.' }) },
  { title: 'PartnershipSummary', description: 'A partnership without its profiles and settings.' },
);
export type PartnershipSummary = Static<typeof PartnershipSummary>;

/** All of it, its profiles and settings included, so that one request tells what can be exchanged. */
export const Partnership = Type.Object(
  {
    ...terms,
    ackConfiguration: Type.Optional(
      Type.Object({ ...acknowledgments, connection: Type.Optional(OutboundConnection) }, { description: ACKNOWLEDGED }),
    ),
    processingConfiguration: Type.Optional(ProcessingConfiguration),
    expectedAcknowledgments: Type.Optional(ExpectedAcknowledgments),
    localProfile: Profile,
    partnerProfile: Profile,
    inboundTransactions: Type.Array(InboundSetting, { description: 'Transaction sets that are received.' }),
    outboundTransactions: Type.Array(OutboundSetting, { description: 'Transaction sets that are sent.' }),
  },
  { title: 'Partnership', description: 'What a local profile and a partner have agreed on, whole.' },
);
export type Partnership = Static<typeof Partnership>;
