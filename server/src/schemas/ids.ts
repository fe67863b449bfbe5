import Type from 'typebox';

// What a resource is named by.

/** Two profile ids and what stands between them. */
export const PartnershipId = Type.String({
  pattern: '^([a-zA-Z0-9._-]+)$',
  minLength: 1,
  maxLength: 81,
  description: 'Id of a partnership.',
});
export const PartnershipParams = Type.Object({ partnershipId: PartnershipId });
export const SettingId = Type.String({
  pattern: '^([a-zA-Z0-9_-]+)$',
  minLength: 1,
  maxLength: 50,
  description: 'Id of a transaction setting.',
});
export const GroupId = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^([a-zA-Z0-9._:-]+)$',
  description: 'Id of a group, chosen by whoever makes it.',
});
/** Ids that the server or a client has made; of what is not there is said that it is not. @param what `an execution`. */
export const idOf = (what: string) => Type.String({ minLength: 1, maxLength: 200, description: `Id of ${what}.` });
/** @param description which one: `ISA13.` */
export const controlNumber = (description: string) => Type.Number({ minimum: 0, maximum: 999_999_999, description });
