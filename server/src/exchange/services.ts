import type { Caller } from '../caller.js';
import type { Origins } from '../origins/origin.js';
import type { Platform } from '../platform.js';
import type { Reader } from '../reading/reader.js';
import type { ControlNumberTable } from '../resources/control-numbers/control-number-table.js';
import type { GuideLibrary } from '../resources/guides/guide-library.js';
import type { PayerCatalogue } from '../resources/payers/catalogue.js';
import type { UserChanges } from '../resources/sftp-users/user-changes.js';
import type { ClaimsHere } from './claims/claims-here.js';
import type { ByteBudget } from './delivery/byte-budget.js';
import type { RealTimeChecks } from './eligibility/real-time-checks.js';
import type { FunctionsHere } from './functions/functions.js';
import type { Mail } from './mail/mail.js';
import type { MockPayers } from './mock-payers/mock-payers.js';
import type { PayerExchange } from './payer-routes/payer-exchange.js';

/** What the server is made of; handlers get it with each call, tests put it together from what they need. */
export interface Services extends Platform {
  readonly guides: GuideLibrary;
  readonly controlNumbers: ControlNumberTable;
  /** Of files that come from outside. */
  readonly reader: Reader;
  /** Of groups that are sent. */
  readonly groupMemory: ByteBudget;
  /** Of requests for payers that take those of their own country only. */
  readonly origins: Origins;
  /** All payers, to be listed and searched. */
  readonly payers: PayerCatalogue;
  /** Payers as live keys reach them, and as test keys do. */
  readonly payerExchange: PayerExchange;
  readonly mockPayers: MockPayers;
  /** `undefined`: no mail server is set. */
  readonly mail: Mail | undefined;
  /** SFTP users who log in otherwise from now on: sessions of theirs in this process end at once. */
  readonly userChanges: UserChanges;
  /** Code of customers that is run on events. */
  readonly functions: FunctionsHere;
  /** What checks in real time need, made once, and those under way. */
  readonly realTime: RealTimeChecks;
  /** What claims need, made once. */
  readonly claims: ClaimsHere;
}

/** What a pipeline runs with: the services, and for whom. */
export interface Run {
  readonly services: Services;
  readonly caller: Caller;
}
