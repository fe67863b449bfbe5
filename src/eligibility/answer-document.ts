import type { GroupHeaderInput, InterchangeHeaderInput } from '../envelope/headers.js';
import type { JsonObject } from '../model/json.js';
import type { EligibilityResponse } from './response.js';

export interface EncodeResponseOptions {
  /** When the answer was made: BHT, GS and ISA. `date` is `CCYYMMDD`, `time` `HH:MM`. */
  readonly created: { readonly date: string; readonly time: string };
  /** What the answer does not say of its ISA, or other values than it says. */
  readonly interchange?: Partial<InterchangeHeaderInput> | undefined;
  readonly group?: GroupHeaderInput | undefined;
}

/** A document with one 271. */
export interface AnswerDocument {
  readonly interchanges: readonly {
    readonly header: InterchangeHeaderInput;
    readonly groups: readonly {
      readonly header?: GroupHeaderInput | undefined;
      readonly transactions: readonly { readonly guide: string; readonly data: JsonObject }[];
    }[];
  }[];
}

const USAGE: Readonly<Record<string, string>> = { production: 'P', test: 'T', information: 'I' };

/** Puts a set into the envelope that its answer names: `meta` and `controlNumber`. */
export function answerDocument(
  transaction: { readonly guide: string; readonly data: JsonObject },
  { meta = {}, controlNumber }: EligibilityResponse,
  { created, interchange, group }: EncodeResponseOptions,
): AnswerDocument {
  const mode = meta.applicationMode;
  const moment = { date: created.date.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'), time: created.time };
  const header: InterchangeHeaderInput = {
    senderQualifier: 'ZZ',
    senderId: meta.senderId ?? '',
    receiverQualifier: 'ZZ',
    receiverId: meta.submitterId ?? '',
    ...moment,
    ...(mode === undefined ? {} : { usageIndicatorCode: USAGE[mode] ?? mode }),
    ...(controlNumber === undefined ? {} : { controlNumber }),
    ...interchange,
  };
  return { interchanges: [{ header, groups: [{ header: { ...moment, ...group }, transactions: [transaction] }] }] };
}
