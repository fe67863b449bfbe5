import { loadGuide } from 'ediloom/guides';
import Type from 'typebox';
import { route } from '../../../operations/route.js';
import { notFound } from '../../../problems.js';
import { dictionaryOf, setsOf } from '../../../resources/guides/x12-release/release-data.js';
import { SetParams } from '../../../resources/guides/x12-release/schemas.js';
import { usedParts } from '../../../resources/guides/x12-release/used-parts.js';

const Table = Type.Object({}, { additionalProperties: true });

export const getTransactionSetMetadataRoute = route({
  operation: 'GetX12ReleaseTransactionSetMetadata',
  family: 'guides',
  method: 'GET',
  path: '/x12-release/:version/transaction-sets/:transactionSetId/metadata',
  summary: 'Reads what a transaction set is made of: its segments, composites, elements and codes in this release',
  schemas: {
    params: SetParams,
    response: {
      200: Type.Object({ transaction: Table, segments: Table, composites: Table, elements: Table, codes: Table }),
    },
  },
  handle: async (call) => {
    const { version, transactionSetId } = call.params;
    const dictionary = await dictionaryOf(version);
    const entry = (await setsOf(version)).find(({ setId }) => setId === transactionSetId);
    if (entry === undefined) throw notFound('transaction set in this release');
    const guide = await loadGuide(entry.id);
    return { body: { transaction: guide, ...usedParts(guide, dictionary) } };
  },
});
