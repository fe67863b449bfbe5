import type { Delimiters } from '../model/delimiters.js';
import type { JsonObject } from '../model/json.js';
import type { InterchangeHeaderInput } from './headers.js';
import type { LocalMoment } from './local-moment.js';

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

/** A document of one interchange with one group with one set: what `generate` of an engine takes. */
export interface OneSetDocument {
  readonly interchanges: readonly [
    {
      readonly header: InterchangeHeaderInput;
      readonly delimiters?: Delimiters;
      readonly groups: readonly [
        {
          readonly header: { readonly date: string; readonly time: string; readonly controlNumber?: string | number };
          readonly transactions: readonly [{ readonly guide: string; readonly data: JsonObject }];
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
  return { interchanges: [{ header, ...layout, groups: [{ header: group, transactions: [transaction] }] }] };
}

/** The delimiters that were given, as one text; no text of a set may hold one. */
export function delimiterText(delimiters: Delimiters | undefined): string | undefined {
  if (delimiters === undefined) return undefined;
  const { element, component, repetition = '', segment } = delimiters;
  return element + component + repetition + segment;
}
