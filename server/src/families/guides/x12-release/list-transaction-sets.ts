import Type from 'typebox';
import { route } from '../../../operations/route.js';
import { dictionaryOf, setsOf } from '../../../resources/guides/x12-release/release-data.js';
import { ReleaseParams } from '../../../resources/guides/x12-release/schemas.js';

export const listTransactionSetsRoute = route({
  operation: 'ListX12ReleaseTransactionSets',
  family: 'guides',
  method: 'GET',
  path: '/x12-release/:version/transaction-sets',
  summary: 'Lists the transaction sets of a release that the server has guides for',
  schemas: {
    params: ReleaseParams,
    response: {
      200: Type.Object({
        items: Type.Array(
          Type.Object({
            id: Type.String({ description: 'ST01, with what tells guides of one set apart: `837P`.' }),
            name: Type.String(),
            transactionSet: Type.String(),
            functionalGroup: Type.Optional(Type.String({ description: 'GS01.' })),
            version: Type.String(),
            guideId: Type.String(),
          }),
        ),
      }),
    },
  },
  handle: async (call) => {
    const { version } = call.params;
    await dictionaryOf(version);
    const items = (await setsOf(version)).map((entry) => ({
      id: entry.setId,
      name: entry.title,
      transactionSet: entry.set,
      ...(entry.functionalId === undefined ? {} : { functionalGroup: entry.functionalId }),
      version: entry.version,
      guideId: entry.id,
    }));
    return { body: { items } };
  },
});
