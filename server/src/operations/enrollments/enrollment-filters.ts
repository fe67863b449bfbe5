import Type, { type Static } from 'typebox';
import { instantOf, isDay } from '../../clock.js';
import type { Services } from '../../exchange/services.js';
import type { EnrollmentFilters } from '../../resources/enrollments/filters.js';
import { ENROLLED_TRANSACTIONS } from '../../resources/enrollments/given-enrollments.js';
import { EnrollmentSource, EnrollmentStatusName, UserEmail } from '../../resources/enrollments/schemas.js';
import { Npi, ProviderId } from '../../resources/providers/schemas.js';
import { invalidRequest } from '../../schemas/check-shape.js';
import { instant, oneOf } from '../../schemas/shapes.js';
import { indexOfEmail, indexOfTaxId } from './indexes.js';

/** Values of one filter. */
const MOST_VALUES = 100;
const several = <Item extends Type.TSchema>(item: Item, description: string) =>
  Type.Optional(Type.Array(item, { maxItems: MOST_VALUES, description: `${description}; one or several.` }));
const text = (maxLength = 200) => Type.String({ minLength: 1, maxLength });
const day = (description: string) => Type.Optional(Type.String({ pattern: '^\\d{8}$', description }));
const from = (what: string) => Type.Optional(instant(`${what} then or later.`));
const before = (what: string) => Type.Optional(instant(`${what} before.`));

/** What enrollments are narrowed by, in a query as in a body. */
export const FILTERS = {
  filter: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        "Part of the provider's name, of its NPI or of the payer's platform id, in letters of either case; of a tax id all nine digits.",
    }),
  ),
  status: several(EnrollmentStatusName, 'Those with these statuses'),
  providerNpis: several(Npi, 'Of these NPIs'),
  providerTaxIds: several(Type.String({ pattern: '^\\d{2}-?\\d{7}$' }), 'Of these tax ids'),
  providerNames: several(text(), 'Of providers with these names: whole, in letters of either case'),
  providerIds: several(ProviderId, 'Of these providers'),
  payerIds: several(text(80), 'With these payers, by their platform ids'),
  sources: several(EnrollmentSource, 'From there'),
  transactions: several(
    oneOf(ENROLLED_TRANSACTIONS, { title: 'TransactionType', description: 'A kind of transaction.' }),
    'With these transactions',
  ),
  userEmails: several(UserEmail, 'Told to these addresses'),
  importId: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Of this import.' })),
  createdFrom: from('Made'),
  createdTo: before('Made'),
  statusUpdatedFrom: from('With another status'),
  statusUpdatedTo: before('With another status'),
  lastEraReceivedFrom: from('With an 835'),
  lastEraReceivedTo: before('With an 835'),
  requestedEffectiveDateFrom: day('To begin on that day or later, as YYYYMMDD.'),
  requestedEffectiveDateTo: day('To begin on that day or earlier, as YYYYMMDD.'),
};
const Filters = Type.Object(FILTERS);

/** Filters as the store has them: of tax ids and addresses their MACs. @throws Problem `invalid` for a day that there is not. */
export async function storedFilters(
  services: Services,
  accountId: string,
  asked: Static<typeof Filters>,
): Promise<EnrollmentFilters> {
  const ofTaxId = (taxId: string) => indexOfTaxId(services, accountId, taxId);
  const words = asked.filter?.trim() ?? '';
  const range = (column: 'created_at' | 'status_updated_at' | 'last_era_at', first?: string, end?: string) =>
    first === undefined && end === undefined
      ? []
      : [{ column, from: first && instantOf(first), before: end && instantOf(end) }];
  const { requestedEffectiveDateFrom: firstDay, requestedEffectiveDateTo: lastDay } = asked;
  demandDays(asked);
  return {
    text: words === '' ? undefined : words.toLowerCase(),
    textTaxIndex: /^\d{2}-?\d{7}$/.test(words) ? await ofTaxId(words) : undefined,
    statuses: asked.status,
    npis: asked.providerNpis,
    taxIndexes: await Promise.all((asked.providerTaxIds ?? []).map(ofTaxId)),
    names: asked.providerNames?.flatMap(spellings),
    providerIds: asked.providerIds,
    payerIds: asked.payerIds,
    sources: asked.sources,
    transactions: asked.transactions,
    emailIndexes: await Promise.all((asked.userEmails ?? []).map((one) => indexOfEmail(services, accountId, one))),
    importId: asked.importId,
    ranges: [
      ...range('created_at', asked.createdFrom, asked.createdTo),
      ...range('status_updated_at', asked.statusUpdatedFrom, asked.statusUpdatedTo),
      ...range('last_era_at', asked.lastEraReceivedFrom, asked.lastEraReceivedTo),
      ...(firstDay === undefined && lastDay === undefined
        ? []
        : // Behind all texts that begin with the day.
          [{ column: 'requested_date' as const, from: firstDay, before: lastDay && `${lastDay}~` }]),
    ],
  };
}

/** One database makes small letters of ASCII alone, the other of all. */
function spellings(name: string): readonly string[] {
  const trimmed = name.trim();
  return [trimmed.toLowerCase(), trimmed.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())];
}

function demandDays(asked: Static<typeof Filters>): void {
  const names = ['requestedEffectiveDateFrom', 'requestedEffectiveDateTo'] as const;
  const problems = names.flatMap((name) => {
    const day = asked[name];
    if (day === undefined || isDay(day)) return [];
    return [{ path: `/${name}`, message: `${name}: there is no such day; days are written YYYYMMDD.` }];
  });
  if (problems.length > 0) throw invalidRequest(problems);
}
