import type { DocumentInput, InterchangeInput, TransactionInput } from '../engine/document.js';
import type { WriteItem } from '../engine/document-items.js';
import { type CommandInput, textOption } from './command.js';
import { CommandError, ExitCode } from './exit.js';

type Flags = Pick<CommandInput, 'options'>;
type Json = Readonly<Record<string, unknown>>;

/**
 * A document as it is, or one made around guide JSON (one set, or an array of sets); open places of its envelope are
 * filled from the flags, and sets that name no guide get `guide`. The engine checks the rest of the shape.
 */
export function documentInput(json: unknown, flags: Flags, guide: string | undefined): DocumentInput {
  const header = headerFlags(flags);
  if (isObject(json) && Array.isArray(json.interchanges)) {
    const interchanges = json.interchanges.map((one: unknown) => (isObject(one) ? completed(one, header, guide) : one));
    return { ...json, interchanges } as unknown as DocumentInput; // the engine checks what JSON says
  }
  const sets = Array.isArray(json) ? json : [json];
  const transactions = sets.map((one: unknown) => transaction(one, guide));
  if (header.senderId === undefined || header.receiverId === undefined) {
    throw new CommandError('The envelope needs --sender ZZ:ID and --receiver ZZ:ID.');
  }
  return { interchanges: [{ header, groups: [{ transactions }] } as InterchangeInput] }; // both ids are there
}

/** An item of a stream, its open places filled in the same way. */
export function completedItem(item: WriteItem, flags: Flags, guide: string | undefined): WriteItem {
  if (item.kind === 'interchange') return { ...item, header: { ...headerFlags(flags), ...item.header } };
  if (item.kind !== 'transaction' || guide === undefined) return item;
  return { ...item, guide: item.guide ?? guide };
}

function completed(interchange: Json, header: object, guide: string | undefined): Json {
  const known = isObject(interchange.header) ? interchange.header : {};
  const groups = Array.isArray(interchange.groups) ? interchange.groups.map((one) => withGuide(one, guide)) : undefined;
  return { ...interchange, header: { ...header, ...known }, ...(groups === undefined ? {} : { groups }) };
}

function withGuide(group: unknown, guide: string | undefined): unknown {
  if (guide === undefined || !isObject(group) || !Array.isArray(group.transactions)) return group;
  const transactions = group.transactions.map((one: unknown) => (isObject(one) ? { guide, ...one } : one));
  return { ...group, transactions };
}

function transaction(json: unknown, guide: string | undefined): TransactionInput {
  if (!isObject(json)) {
    const text = 'Neither a document nor guide JSON was found. To see both: ediloom example 270';
    throw new CommandError(text, ExitCode.notX12);
  }
  if ('data' in json) return { guide, data: undefined, ...json };
  if (guide === undefined) {
    throw new CommandError('Guide JSON alone does not tell its guide. Name it, such as: --guide 270');
  }
  return { guide, data: json };
}

/** What the flags say of an interchange's header. */
export function headerFlags(flags: Flags): Partial<InterchangeInput['header']> {
  const usage = textOption(flags, 'usage');
  if (usage !== undefined && !/^[TPI]$/.test(usage)) throw new CommandError('--usage takes T, P or I.');
  const sender = identity(flags, 'sender');
  const receiver = identity(flags, 'receiver');
  return {
    ...(sender === undefined ? {} : { senderQualifier: sender.qualifier, senderId: sender.id }),
    ...(receiver === undefined ? {} : { receiverQualifier: receiver.qualifier, receiverId: receiver.id }),
    ...(usage === undefined ? {} : { usageIndicatorCode: usage }),
  };
}

/** A flag such as `--sender ZZ:CLINIC01`; undefined when it was not given. */
export function identity(flags: Flags, name: string): { readonly qualifier: string; readonly id: string } | undefined {
  const text = textOption(flags, name);
  if (text === undefined) return undefined;
  const [, qualifier, id] = /^([A-Z0-9]{2}):(.{1,15})$/.exec(text) ?? [];
  if (qualifier === undefined || id === undefined) {
    const form = 'a qualifier of two characters and an id of up to 15, such as ZZ:CLINIC01';
    throw new CommandError(`--${name} takes ${form}.`);
  }
  return { qualifier, id };
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
