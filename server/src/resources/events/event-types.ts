import type { EventType } from './detail.js';

/** Every type of event, as rows have it. */
const EVENT_TYPES = {
  'transaction.processed.v2': 'A transaction of a file is done, received or sent.',
  'fragment.processed.v2': 'A part of a received transaction that its setting takes apart.',
  'file.processed.v2': 'A file is done.',
  'file.failed.v2': 'A file could not be read, or could not be delivered.',
  'file.delivered.v2': 'A file has reached the partner.',
  'file.created': 'An object was put into a bucket, by whomever and however; of it one is told `bucket/key`.',
  'acknowledgment.rejected': 'A partner has rejected what was sent.',
  'acknowledgment.overdue': 'A partner has not acknowledged in time what was sent.',
  'enrollment.activated': 'An enrollment is LIVE: its provider may exchange its transactions with the payer.',
  'enrollment.rejected': 'A payer has rejected an enrollment.',
  'enrollment.updated': 'An enrollment has another status: it was submitted, is worked on, or was canceled.',
  'enrollment.task.assigned': 'Something is to be done before an enrollment goes on.',
  'enrollment.task.completed': 'A task of an enrollment is done.',
  'enrollment.task.deleted': 'A task of an enrollment was taken back.',
  'claim.accepted': 'The payer, or somebody before the payer, has accepted a claim.',
  'claim.rejected': 'A claim was refused.',
  'claim.updated':
    'A claim has another state: it was handed over, its set was taken, the payer works on it, or it is sent again.',
  'destination.disabled': 'The server has disabled a destination that nothing could be delivered to.',
  'event.ping': 'A test, sent by the operation of that name to whom it is asked for.',
} as const satisfies Readonly<Record<EventType, string>>;

/** Behind the name of a type whose events have an envelope; the same name without it asks for the thin payload. */
const WITH_ENVELOPE = '.v2';

// The keys of the table above, which has no others.
const STORED = Object.keys(EVENT_TYPES) as readonly EventType[];

/** Every name that a destination can ask for, with what it is. */
export const ASKED_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  STORED.flatMap((type) => namesOf(type).map((name) => [name, EVENT_TYPES[type]])),
);

/** The names that ask for events of a type: of some there are two, for the two bodies that they can have. */
export function namesOf(type: string): readonly string[] {
  return hasEnvelope(type) ? [thinName(type), type] : [type];
}

/** Whether who asks by this name gets events in an envelope. */
export function hasEnvelope(name: string): boolean {
  return name.endsWith(WITH_ENVELOPE);
}

/** What events of a type are called where they are thin. */
export function thinName(type: string): string {
  return hasEnvelope(type) ? type.slice(0, -WITH_ENVELOPE.length) : type;
}

/** The type as rows have it, by any of its names; `undefined`: nothing has this name. */
export function storedType(name: string): EventType | undefined {
  return STORED.find((type) => namesOf(type).includes(name));
}
