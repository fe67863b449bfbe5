import Type from 'typebox';
import type { AnyRoute } from '../../gateway/route.js';
import { dictionaryOf, guideOfSet, setsOf } from '../../resources/x12-release/release-data.js';
import { showSet } from '../../resources/x12-release/shown.js';
import { usedParts } from '../../resources/x12-release/used-parts.js';
import { route } from '../route.js';

/** GS08: a release, or the version of an implementation guide. */
const Version = Type.String({ pattern: '^[0-9]{6}[A-Z0-9]{0,6}$', description: '`004010`, `005010X222A1`.' });
/** A release has no id but its number. */
const ReleaseParams = Type.Object({ version: Version });
/** The set as the list of the release names it: with a letter where guides of one set differ. */
const SetParams = Type.Object({
  version: Version,
  transactionSetId: Type.String({
    pattern: '^[A-Z0-9]{3,5}$',
    description: 'As the list of the release names it: `850`, `837P`.',
  }),
});

/** A set that there is a guide for; `guideId` is what settings name. */
const TransactionSet = Type.Object(
  {
    id: Type.String({ description: 'ST01, with what tells guides of one set apart: `837P`.' }),
    name: Type.String({ description: 'For people.' }),
    transactionSet: Type.String({ description: 'ST01.' }),
    functionalGroup: Type.Optional(Type.String({ description: 'GS01.' })),
    version: Type.String({ description: 'GS08.' }),
    guideId: Type.String({ description: 'What settings name it by.' }),
  },
  { title: 'ReleaseTransactionSet', description: 'A transaction set that there is a guide for.' },
);

/** By tag, number or key; the parts themselves are the engine's. */
const table = (description: string) => Type.Object({}, { additionalProperties: true, description });

/** The same for all accounts: what comes with the engine, and nothing of theirs. */
const listTransactionSetsRoute = route({
  operation: 'ListX12ReleaseTransactionSets',
  family: 'guides',
  method: 'GET',
  path: '/x12-release/:version/transaction-sets',
  summary: 'List the transaction sets of a release that there are guides for',
  schemas: {
    params: ReleaseParams,
    response: {
      200: Type.Object(
        { items: Type.Array(TransactionSet, { description: 'By their ids.' }) },
        {
          title: 'ReleaseTransactionSets',
          description: 'The transaction sets of the release that there are guides for.',
        },
      ),
    },
  },
  handle: async ({ params }) => {
    // An unknown release is not found, rather than a release without sets.
    await dictionaryOf(params.version);
    return { body: { items: (await setsOf(params.version)).map(showSet) } };
  },
});

/** For forms and editors: the guide with the parts of the dictionary it uses, so that a client needs no copy of the standard. */
const getTransactionSetMetadataRoute = route({
  operation: 'GetX12ReleaseTransactionSetMetadata',
  family: 'guides',
  method: 'GET',
  path: '/x12-release/:version/transaction-sets/:transactionSetId/metadata',
  summary: 'Get what a transaction set is made of',
  description:
    'Its segments, composites, elements and codes in this release: for forms and editors, which then need no copy of the standard.',
  schemas: {
    params: SetParams,
    response: {
      200: Type.Object(
        {
          transaction: table('The guide: JSON Schema with `x12` annotations.'),
          segments: table('Segments that it can have, by their tags.'),
          composites: table('Composites of those, by their numbers.'),
          elements: table('Elements of both, by their numbers.'),
          codes: table('Codes of elements that have a list of them, by the number of the element.'),
        },
        { title: 'TransactionSetMetadata', description: 'What a transaction set is made of.' },
      ),
    },
  },
  handle: async ({ params }) => {
    const dictionary = await dictionaryOf(params.version);
    const guide = await guideOfSet(params.version, params.transactionSetId);
    return { body: { transaction: guide, ...usedParts(guide, dictionary) } };
  },
});

/** The standard that guides are made from, as the engine has it. */
export const releaseRoutes: readonly AnyRoute[] = [listTransactionSetsRoute, getTransactionSetMetadataRoute];
