import { requireForm } from '../model/check-options.js';

/** Who sends to whom, by the ISA (values as {@link InterchangeHeader} has them; trailing blanks do not count). */
interface InterchangePair {
  /** ISA05. */
  readonly senderQualifier: string;
  /** ISA06. */
  readonly senderId: string;
  /** ISA07. */
  readonly receiverQualifier: string;
  /** ISA08. */
  readonly receiverId: string;
  /** ISA15, only where test and production count apart. */
  readonly usage?: 'I' | 'P' | 'T' | undefined;
}

/** One counter of ISA13: all partnerships with this pair share it. */
export interface InterchangeScope extends InterchangePair {
  readonly kind: 'interchange';
}

/** One counter of GS06: GS02 and GS03 within a pair of the ISA. */
export interface GroupScope extends InterchangePair {
  readonly kind: 'group';
  /** GS02. */
  readonly applicationSenderCode: string;
  /** GS03. */
  readonly applicationReceiverCode: string;
  /** GS01, only where each kind of group counts apart. */
  readonly functionalIdentifierCode?: string | undefined;
}

/** What a sequence of control numbers belongs to. The direction counts: from A to B is not from B to A. */
export type ControlNumberScope = InterchangeScope | GroupScope;

/**
 * The scope as one line of printable ASCII, for storing a counter by it. Two scopes have one key only if they are equal but
 * for trailing blanks, which pad an ISA06 and mean nothing; an absent optional part equals an empty one. Letter case counts.
 */
export function scopeKey(scope: ControlNumberScope): string {
  requireForm('scopeKey', 'scope', scope, 'object');
  const pair = [scope.senderQualifier, scope.senderId, scope.receiverQualifier, scope.receiverId, scope.usage];
  const parts =
    scope.kind === 'interchange'
      ? pair
      : [...pair, scope.applicationSenderCode, scope.applicationReceiverCode, scope.functionalIdentifierCode];
  return [scope.kind, ...parts.map((part) => keyPart(part ?? ''))].join(':');
}

/** The kind fixes the number of parts, and no part holds a bare `:` or `%`, so the key can be taken apart again. */
function keyPart(text: string): string {
  return text.replace(/ +$/, '').replace(/[^A-Za-z0-9._ -]/g, escaped);
}

function escaped(unit: string): string {
  return `%${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
