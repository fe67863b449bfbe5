import { isoTime } from '../clock.js';
import { dismissUnmatched, showUnmatched, tieByHand } from '../exchange/claim-answers/decide-unmatched.js';
import { candidatesOf, countOfMore, listUnmatched } from '../resources/claim-answers/unmatched.js';
import { routeAccountId } from '../resources/payer-routes/secret-place.js';
import type { PayloadColumns } from '../secrets/payload-columns.js';
import { readRows } from '../store/account-queries.js';
import type { UnmatchedClaimAnswers } from '../store/claim-answer-tables.js';
import { listed, listInput, more, PAGE_OPTIONS, pageIn } from './claim-pages.js';
import { type Arguments, type Command, type Input, textIn, UsageError } from './command.js';
import { printable } from './printable.js';

/** What a payer has said, without what it says. */
interface ShownUnmatched {
  readonly id: string;
  readonly said: string;
  readonly kind: string;
  readonly routeId: string;
  readonly answerId: string;
  readonly place: number;
  readonly candidates: readonly string[];
  readonly receivedAt: string;
  readonly resolvedAt?: string;
  readonly claimId?: string;
  /** Of kind `more`: how many. */
  readonly more?: number;
}

interface Listed {
  readonly answers: readonly ShownUnmatched[];
  /** Where the list goes on; absent: nowhere. */
  readonly next?: string | undefined;
}

function shown(columns: PayloadColumns, row: UnmatchedClaimAnswers): ShownUnmatched {
  const { id, said, kind, route_id: routeId, answer_id: answerId, place, resolved_at, claim_id } = row;
  const more = countOfMore(columns, row);
  return {
    ...(more === undefined ? {} : { more }),
    ...{ id, said, kind, routeId, answerId, place: Number(place), candidates: candidatesOf(row) },
    receivedAt: isoTime(row.created_at),
    ...(resolved_at === null ? {} : { resolvedAt: isoTime(resolved_at) }),
    ...(claim_id === null ? {} : { claimId: claim_id }),
  };
}

function oneWord(name: string, { positionals: [id, ...more], options }: Arguments): Input {
  if (id === undefined || more.length > 0)
    throw new UsageError(`${name} takes one id; \`claims unmatched\` lists them.`);
  return { ...options, id };
}

/** What payers have said of claims that fits none, or several: nothing is guessed, and somebody is to say. */
export const UNMATCHED_CLAIM_COMMANDS: readonly Command[] = [
  {
    name: 'claims unmatched',
    usage: '[--limit N] [--after PLACE]',
    summary: 'Lists what payers have answered that fits no claim, or several, or cannot be read, the oldest first.',
    options: PAGE_OPTIONS,
    prepare: async (args) => listInput('claims unmatched', args),
    run: async ({ store, sealedColumns }, input): Promise<Listed> =>
      readRows(store, await routeAccountId(store), async (queries) => {
        const page = await listUnmatched(queries, pageIn(input));
        const { items: answers, ...rest } = listed(page, input, (row) => shown(sealedColumns, row));
        return { answers, ...rest };
      }),
    show: ({ answers, next }: Listed) =>
      answers.length === 0
        ? 'Nothing waits.'
        : [
            ...answers.map(({ id, said, kind, receivedAt, routeId, more: others }) =>
              [
                id,
                said.padEnd(7),
                kind.padEnd(10),
                receivedAt,
                `route ${routeId}`,
                ...(others ? [`${others} more`] : []),
              ].join('  '),
            ),
            ...more('claims unmatched', { next }),
          ].join('\n'),
  },
  {
    name: 'claims unmatched show',
    usage: 'ID',
    summary: 'Shows one of them with what it says of a patient; the audit has it.',
    prepare: async (args) => oneWord('claims unmatched show', args),
    run: async (services, input) => {
      const { row, content } = await showUnmatched(services, textIn(input, 'id'));
      return { ...shown(services.sealedColumns, row), content };
    },
    // JSON leaves some of what a terminal obeys as it is; escaped it stays the same JSON.
    show: (answer: object) => printable(JSON.stringify(answer, undefined, 2)),
  },
  {
    name: 'claims tie',
    usage: 'ID CLAIM',
    summary: 'Says which claim one of them is about; the claim moves as if it had been named.',
    prepare: async ({ positionals: [id, claim, ...more], options }) => {
      if (id === undefined || claim === undefined || more.length > 0)
        throw new UsageError('claims tie takes an id that `claims unmatched` lists, and that of a claim.');
      return { ...options, id, claim };
    },
    run: async (services, input) => {
      await tieByHand(services, textIn(input, 'id'), textIn(input, 'claim'));
      return {};
    },
    show: () => 'It is tied to the claim.',
  },
  {
    name: 'claims dismiss',
    usage: 'ID',
    summary: 'Has one of them not listed any more.',
    prepare: async (args) => oneWord('claims dismiss', args),
    run: async (services, input) => {
      await dismissUnmatched(services, textIn(input, 'id'));
      return {};
    },
    show: () => 'It is dismissed.',
  },
];
