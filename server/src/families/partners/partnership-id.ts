import Type from 'typebox';

/** Two profile ids and what stands between them. */
export const PartnershipId = Type.String({ pattern: '^([a-zA-Z0-9._-]+)$', minLength: 1, maxLength: 81 });
export const PartnershipParams = Type.Object({ partnershipId: PartnershipId });
