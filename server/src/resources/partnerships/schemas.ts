import Type, { type Static } from 'typebox';
import { closed, Instant, PartnershipId } from '../../schemas/common.js';
import { OutboundConnection, OutboundConnectionIn } from '../connections/outbound-connection.js';
import { Profile, ProfileId } from '../profiles/schemas.js';
import { InboundSetting, OutboundSetting } from '../transaction-settings/schemas.js';

/** Which acknowledgments the partner gets: TA1 and 997 or 999; by default the one that goes with the version. */
const acknowledgments = {
  enabled: Type.Boolean(),
  negativeAcknowledgmentEnabled: Type.Optional(Type.Boolean()),
  functionalAcknowledgmentType: Type.Optional(Type.Enum(['997', '999'])),
};

const ProcessingConfiguration = Type.Object(
  {
    strategy: Type.Enum(['AllTransactions', 'AnyTransaction'], {
      description: 'AllTransactions: one transaction set that is not valid fails its whole file.',
    }),
  },
  closed,
);

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
    Type.Object({ ...acknowledgments, connection: Type.Optional(OutboundConnectionIn) }, closed),
  ),
  processingConfiguration: Type.Optional(ProcessingConfiguration),
};

/** By their ids; which is local and which the partner's is checked against their types. */
const profiles = { localProfileId: ProfileId, partnerProfileId: ProfileId };

/** The id is made of both profiles' where none is given; see `proposedId`. */
export const NewPartnership = Type.Object(
  {
    partnershipId: Type.Optional(
      Type.String({ ...PartnershipId, description: 'Default: both profile ids with "_" between.' }),
    ),
    ...profiles,
    ...changing,
  },
  closed,
);
export type NewPartnership = Static<typeof NewPartnership>;

/** Replaces all that can change; what cannot may be sent back as it is. */
export const PartnershipUpdate = Type.Object(
  {
    partnershipId: Type.Optional(PartnershipId),
    localProfileId: Type.Optional(ProfileId),
    partnerProfileId: Type.Optional(ProfileId),
    ...changing,
  },
  closed,
);
export type PartnershipUpdate = Static<typeof PartnershipUpdate>;

/** What lists show too. */
const terms = {
  partnershipId: PartnershipId,
  ...profiles,
  interchangeUsageIndicator: changing.interchangeUsageIndicator,
  timezone: changing.timezone,
  timeFormat: changing.timeFormat,
  createdAt: Instant,
  updatedAt: Instant,
};

/** What a list shows: without profiles and settings. */
export const PartnershipSummary = Type.Object({ ...terms, connectionCount: Type.Integer() });
export type PartnershipSummary = Static<typeof PartnershipSummary>;

/** All of it, its profiles and settings included, so that one request tells what can be exchanged. */
export const Partnership = Type.Object({
  ...terms,
  ackConfiguration: Type.Optional(Type.Object({ ...acknowledgments, connection: Type.Optional(OutboundConnection) })),
  processingConfiguration: Type.Optional(ProcessingConfiguration),
  localProfile: Profile,
  partnerProfile: Profile,
  inboundTransactions: Type.Array(InboundSetting),
  outboundTransactions: Type.Array(OutboundSetting),
});
export type Partnership = Static<typeof Partnership>;
