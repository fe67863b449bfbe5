import Type from 'typebox';

const Version = Type.String({ pattern: '^[0-9]{6}[A-Z0-9]{0,6}$', description: '`004010`, `005010X222A1`.' });

export const ReleaseParams = Type.Object({ version: Version });
export const SetParams = Type.Object({
  version: Version,
  transactionSetId: Type.String({ pattern: '^[A-Z0-9]{3,5}$' }),
});
