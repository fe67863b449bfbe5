import Type from 'typebox';
import { PayerRecord, SEARCHED } from './schemas.js';

/** What searches answer. */

const count = (description: string) => Type.Integer({ minimum: 0, description });
const each = <Schema extends ReturnType<typeof Type.Object>>(schema: Schema, description: string) =>
  Type.Object(Object.fromEntries(SEARCHED.map((name) => [name, schema])), { description });

const Counts = Type.Object(
  {
    supported: count('Those that take it without enrollment.'),
    enrollmentRequired: count('Those that take it with enrollment.'),
    notSupported: count('Those that do not.'),
  },
  { title: 'TransactionSupportStats', description: 'How many payers take a transaction.' },
);

const Breakdown = Type.Object(
  {
    notSupported: Type.Object({ total: count('Those that do not take it.') }, { description: 'Not supported.' }),
    supported: Type.Object(
      {
        total: count('Those that take it.'),
        enrollmentRequired: count('Of these, with enrollment.'),
        enrollmentNotRequired: count('Of these, without.'),
      },
      { description: 'Supported.' },
    ),
  },
  { title: 'TransactionSupportCounts', description: 'The same, added up.' },
);

const Marked = Type.Optional(Type.String({ description: 'The text, with hits in `<b>`.' }));
const MarkedList = Type.Optional(Type.Array(Type.String(), { description: 'Those with hits, in `<b>`.' }));

const PayerHit = Type.Object(
  {
    payer: PayerRecord,
    score: Type.Number({ description: 'How well it fits; only its order means anything.' }),
    matches: Type.Optional(
      Type.Object(
        {
          ...{ displayName: Marked, primaryPayerId: Marked, platformId: Marked },
          ...{ names: MarkedList, aliases: MarkedList },
        },
        { title: 'PayerMatches', description: 'Where the words of the query stand.' },
      ),
    ),
  },
  { title: 'PayerHit', description: 'A payer that was found.' },
);

const Token = Type.Optional(
  Type.String({ description: 'Send it as page_token for the next page. Absent on the last one.' }),
);

export const SearchResult = Type.Object(
  {
    items: Type.Array(PayerHit, { description: 'What the page has, best first.' }),
    stats: Type.Object(
      {
        total: count('How many payers were found.'),
        transactionSupport: each(Counts, 'By transaction; deprecated: `transactionSupportCounts` has the same.'),
        transactionSupportCounts: each(Breakdown, 'By transaction.'),
      },
      { title: 'PayerSearchStats', description: 'Of all that was found, not of the page alone.' },
    ),
    nextPageToken: Token,
    next_page_token: Token,
  },
  { title: 'PayerSearchPage', description: 'A page of what was found.' },
);
