import type { Delimiters } from '../model/delimiters.js';
import type { JsonObject } from '../model/json.js';
import { DELIMITERS, type OptionRules } from '../model/option-rules.js';
import type { InterchangeHeaderInput } from './headers.js';
import { type LocalMoment, TIME_ZONE } from './local-moment.js';

/** An ISA id and its qualifier. */
export interface Identity {
  readonly qualifier: string;
  readonly id: string;
}

/** What stands around a single transaction set. */
export interface OneSetEnvelope {
  /** ISA05 and ISA06. */
  readonly sender: Identity;
  /** ISA07 and ISA08. */
  readonly receiver: Identity;
  /** ISA15. Default `P`. */
  readonly usage?: 'P' | 'T' | 'I';
  /** Default `*`, `>`, `^`, `~`. */
  readonly delimiters?: Delimiters;
  /** ISA13 and GS06; the engine can number a document as well. */
  readonly controlNumber?: string | number;
}

const IDENTITY: OptionRules<Identity> = { qualifier: { needed: 'text' }, id: { needed: 'text' } };

/** What stands around a set may be: a usage that is none would be that of production. */
export const ENVELOPE_RULES: OptionRules<OneSetEnvelope> = {
  sender: { needed: { members: IDENTITY }, example: '{ qualifier, id }' },
  receiver: { needed: { members: IDENTITY }, example: '{ qualifier, id }' },
  usage: { values: ['P', 'T', 'I'] },
  delimiters: { members: DELIMITERS },
  controlNumber: { anyOf: ['text', 'number'] },
};

/** What a request is named and dated by when a set is made of it. */
export const REQUEST_RULES: OptionRules<{
  readonly transactionId: string;
  readonly now: number;
  readonly timeZone?: string | undefined;
}> = {
  transactionId: { needed: 'text', example: 'an id of your own, another one each time' },
  now: { needed: 'number', example: 'milliseconds since 1970-01-01T00:00Z' },
  timeZone: TIME_ZONE,
};

declare const made: unique symbol;

/**
 * The id of the guide whose JSON a codec has made: text as any other. Its type tells a typed engine that nobody wrote the JSON by hand, so that it
 * takes it whatever guides it has.
 */
export type MadeGuide = string & { readonly [made]: true };

/** A document of one interchange with one group with one set: what `generate` of an engine takes. */
export interface OneSetDocument {
  readonly interchanges: readonly [
    {
      readonly header: InterchangeHeaderInput;
      readonly delimiters?: Delimiters;
      readonly groups: readonly [
        {
          readonly header: { readonly date: string; readonly time: string; readonly controlNumber?: string | number };
          readonly transactions: readonly [{ readonly guide: MadeGuide; readonly data: JsonObject }];
        },
      ];
    },
  ];
}

/** @param options.seconds GS05 says the second, too. */
export function oneSetDocument(
  transaction: { readonly guide: string; readonly data: JsonObject },
  envelope: OneSetEnvelope,
  { date, time, second }: LocalMoment,
  { seconds = false }: { readonly seconds?: boolean } = {},
): OneSetDocument {
  const { sender, receiver, usage = 'P', delimiters, controlNumber } = envelope;
  const number = controlNumber === undefined ? {} : { controlNumber };
  const header = {
    senderQualifier: sender.qualifier,
    senderId: sender.id,
    receiverQualifier: receiver.qualifier,
    receiverId: receiver.id,
    usageIndicatorCode: usage,
    date,
    time,
    ...number,
  };
  const layout = delimiters === undefined ? {} : { delimiters };
  const group = { date, time: seconds ? `${time.replace(':', '')}${second}` : time, ...number };
  const set = { guide: transaction.guide as MadeGuide, data: transaction.data }; // called by codecs alone
  return { interchanges: [{ header, ...layout, groups: [{ header: group, transactions: [set] }] }] };
}

/** The delimiters that were given, as one text; no text of a set may hold one. */
export function delimiterText(delimiters: Delimiters | undefined): string | undefined {
  if (delimiters === undefined) return undefined;
  const { element, component, repetition = '', segment } = delimiters;
  return element + component + repetition + segment;
}
