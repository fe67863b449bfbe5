import Type, { type Static } from 'typebox';
import { SettingId } from '../../schemas/ids.js';
import { CreatedAt, closed, UpdatedAt } from '../../schemas/shapes.js';
import { FilenameExpression, OutboundConnection, OutboundConnectionIn } from '../connections/outbound-connection.js';
import { ApplicationId } from '../profiles/schemas.js';

/** What both directions have. */
const common = {
  release: Type.String({
    pattern: '^[0-9]{6}[A-Z0-9]{0,6}$',
    description: 'GS08: `004010`, `005010X222A1`.',
  }),
  transactionSetIdentifier: Type.String({ pattern: '^[0-9]{3}[A-Z]{0,2}$', description: 'ST01: `850`.' }),
  guideId: Type.Optional(
    Type.String({
      maxLength: 60,
      description:
        'A published guide of the account, or one that comes with the server. Default: the one that comes with the server for the set and release.',
    }),
  ),
};

/** Application ids go before the profiles' defaults; nothing is sent with a setting before it has a connection. */
export const NewOutboundSetting = Type.Object(
  {
    outboundX12TransactionSettingsId: Type.Optional(SettingId),
    ...common,
    localApplicationId: Type.Optional(
      Type.String({ ...ApplicationId, description: 'GS02. Default: that of the local profile.' }),
    ),
    partnerApplicationId: Type.Optional(
      Type.String({ ...ApplicationId, description: 'GS03. Default: that of the partner profile.' }),
    ),
    connection: Type.Optional(OutboundConnectionIn),
    filename: Type.Optional(FilenameExpression),
  },
  { ...closed, title: 'NewOutboundSetting', description: 'A transaction set to be sent.' },
);
export type NewOutboundSetting = Static<typeof NewOutboundSetting>;

/** An outbound setting as it is shown, with the type of its connection. */
export const OutboundSetting = Type.Object(
  {
    ...NewOutboundSetting.properties,
    outboundX12TransactionSettingsId: SettingId,
    connection: Type.Optional(OutboundConnection),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  {
    title: 'OutboundSetting',
    description: 'A transaction set that the partnership sends: by which guide, and where to.',
  },
);
export type OutboundSetting = Static<typeof OutboundSetting>;

/** Whether large sets are handed on in parts, and how large a part is. */
export const FragmentConfig = Type.Object(
  {
    enabled: Type.Boolean({ description: 'Whether large transactions are handed on in parts.' }),
    batchSizeKb: Type.Integer({ minimum: 1, maximum: 10_000, description: 'Size of a part in KB of JSON.' }),
  },
  { ...closed, description: 'How a large transaction is taken apart. Absent: it stays whole.' },
);

/** Which guide a received set is read by; without, the one that the server has, or none. Of settings for one group the one that names most ids is chosen. */
export const NewInboundSetting = Type.Object(
  {
    ...common,
    guideId: Type.Optional(
      Type.String({
        maxLength: 60,
        description:
          'A published guide of the account, or one that comes with the server. Default: the one that comes with it for the set and release; where none does, sets are a list of segments, and no more is checked than their elements.',
      }),
    ),
    localApplicationId: Type.Optional(
      Type.String({
        ...ApplicationId,
        description: 'GS03: the setting is for groups to this application of yours alone. Default: to any.',
      }),
    ),
    partnerApplicationId: Type.Optional(
      Type.String({
        ...ApplicationId,
        description: "GS02: the setting is for groups of this application of the partner's alone. Default: of any.",
      }),
    ),
    fragmentConfig: Type.Optional(FragmentConfig),
  },
  { ...closed, title: 'NewInboundSetting', description: 'A transaction set to be received.' },
);
export type NewInboundSetting = Static<typeof NewInboundSetting>;

/** The id, which the server made, may be sent back. */
export const InboundSettingUpdate = Type.Object(
  { ...NewInboundSetting.properties, inboundX12TransactionSettingsId: Type.Optional(SettingId) },
  { ...closed, title: 'InboundSettingUpdate', description: 'What the setting is to say.' },
);
export type InboundSettingUpdate = Static<typeof InboundSettingUpdate>;

/** An inbound setting as it is shown; its id was made by the server. */
export const InboundSetting = Type.Object(
  {
    inboundX12TransactionSettingsId: SettingId,
    ...NewInboundSetting.properties,
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { title: 'InboundSetting', description: 'A transaction set that the partnership receives, and by which guide.' },
);
export type InboundSetting = Static<typeof InboundSetting>;
