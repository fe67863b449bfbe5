/*
 * Rows of what comes in, of the answers to what was sent, and of events on their way: the part of `tables.ts` that only the exchange
 * and its resources know. JSON is text here, and a flag 0 or 1, too.
 */

/**
 * `processed`; `rejected`: by its TA1 or as a whole; `quarantined`: nobody's, or not from whom it may come; `held`: its number came before
 * with other content; `duplicate`: and with the same; `assigned`, `released`, `reprocessed`: another execution has it;
 * `expired`: nobody had it processed while its file was kept.
 */
export type InterchangeState =
  | ('processed' | 'rejected' | 'duplicate')
  | ('quarantined' | 'held')
  | ('assigned' | 'released' | 'reprocessed' | 'expired');

/** An interchange of a file that came in. */
export interface ReceivedInterchanges {
  account_id: string;
  id: string;
  execution_id: string;
  /** 1-based interchange of the file. */
  place: number;
  state: InterchangeState;
  fault_code: string | null;
  connection_id: string | null;
  partnership_id: string | null;
  /** ISA05 to ISA08 as received, by `resources/inbound/pair.ts`; NULL: no ISA that can be read. */
  pair: string | null;
  /** ISA13; NULL: it is no number. */
  control_number: number | null;
  /** The file that answers it: a TA1, 997 or 999; NULL: none does. */
  reply_execution_id: string | null;
  /** Of its bytes, from ISA to IEA. */
  sha256: string;
  /** In the bytes of the file, unpacked and 0-based. */
  byte_offset: number;
  byte_length: number;
  created_at: number;
  updated_at: number;
  /** By `interchangeExpiry`. */
  expires_at: number | null;
}

/** A file that came in, of which portions are written that nobody sees so far. */
export interface UnshownFiles {
  account_id: string;
  execution_id: string;
  /** Who writes it: an id of one attempt. */
  writer: string;
  /** Id of the transaction whose parts are written, and which is not written itself; NULL: there is none. */
  parts_of: string | null;
  created_at: number;
}

/** A functional group that was sent, and the interchange around it. */
export interface SentGroups {
  account_id: string;
  id: string;
  /** The file that it is in: a retry takes it along, as it does the transactions. */
  execution_id: string;
  /** 0-based group of the interchange. */
  place: number;
  /** ISA05 to ISA08 as sent. */
  pair: string;
  /** ISA13 and GS06. */
  interchange_number: number;
  group_number: number | null;
  /** GS01. */
  functional_id: string | null;
  /** The rest of what answers are told apart by. */
  facts: string;
  partnership_id: string;
  key_mode: 'test' | 'live';
  /** Its sets are the transactions of the execution from this place on. */
  first_place: number;
  transactions: number;
  /** The answers that it waits for, by their names with blanks between; NULL: none is expected. */
  expects: string | null;
  /** Hours from the delivery until they are overdue; NULL as `expects`. */
  due_hours: number | null;
  /** What TA1s say of its interchange, the worst of them; NULL: nothing so far, or that its number came twice, and no more. */
  interchange_answer: string | null;
  /** A TA1 has said that its number came twice. */
  duplicate: number;
  state: 'not-expected' | 'awaited' | 'answered' | 'overdue';
  /** When it is overdue; NULL: it was not delivered yet, or nothing is expected. */
  due_at: number | null;
  created_at: number;
  updated_at: number;
}

/** What a partner has said of something that was sent. */
export interface Acknowledgments {
  account_id: string;
  id: string;
  /** The file that it came in. */
  execution_id: string;
  sent_group_id: string;
  /** NULL: about the whole group or interchange. */
  transaction_id: string | null;
  /** `TA1`, `997`, `999`, `277CA`. */
  kind: string;
  /** `accepted`, `accepted-with-errors`, `rejected`, or `partial`: the facts say of which sets. */
  verdict: string;
  facts: string;
  /** What makes it the same as one that was kept before: of one group each is kept once. */
  said: string;
  created_at: number;
}

/** Where events are sent to. */
export interface Destinations {
  account_id: string;
  /** `dst_<uuid>`. */
  id: string;
  /** Of the key that made it: events of the other mode do not reach it. */
  mode: 'test' | 'production';
  name: string;
  description: string;
  url: string;
  event_types: string;
  status: 'ENABLED' | 'DISABLED';
  /** Why the server has disabled it; NULL: it has not. */
  disabled_for: string | null;
  concurrency_limit: number | null;
  mapping_id: string | null;
  /** Signatures by the secret before are sent until then. */
  previous_secret_until: number | null;
  /** Another one after each change of its secrets. */
  secret_version: number;
  /** No delivery has reached it since. */
  failing_since: number | null;
  last_delivery_at: number | null;
  created_at: number;
  updated_at: number;
}

/** An event on its way to a destination. */
export interface EventDeliveries {
  account_id: string;
  /** `msg_<uuid>`. */
  id: string;
  event_id: string;
  destination_id: string;
  /** By which of its names the destination had asked for it: what is sent is made by that. */
  event_type: string;
  /** `HELD`: it waits until its destination is enabled, and no job is there for it. */
  status: 'PENDING' | 'HELD' | 'DELIVERED' | 'FAILED';
  /** Which round of attempts counts: jobs of those before end without doing anything. */
  run: number;
  /** In all rounds. */
  attempts: number;
  /** What became of the last attempt, for a person. */
  answer: string | null;
  created_at: number;
  updated_at: number;
}
