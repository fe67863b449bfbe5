import type { ClaimFiles } from '../../store/claim-tables.js';
import type { PayerRoutes } from '../../store/clearinghouse-tables.js';
import type { RouteFailure } from '../payer-routes/payer-exchange.js';
import type { Services } from '../services.js';

/** A file of claims, and the route that it goes over as it is now. */
export interface SendingClaims {
  readonly services: Services;
  readonly file: ClaimFiles;
  readonly route: PayerRoutes;
  /** As they were stored. */
  readonly x12: Uint8Array;
  /** A call before this one may have handed the file over by the same kind of route, in part or as a whole: it did not come to its end, or could not know. */
  readonly wasCutOff: boolean;
  /** Aborts when another process has the job, or this one ends. */
  readonly signal: AbortSignal;
}

/**
 * What became of handing a file over once. `sent`: the payer has it, for good. `under-way`: something durable of its own takes it there, and is asked again
 * by and by. `later`: our own doing, which costs no attempt. `failed`: it was not handed over; with `mayHaveArrived` the payer may have it all the same, and
 * taking it there once more could be a second time; with `isKnownAgain` it may have it, too, and takes it for the same file when it comes once more by this
 * kind of route, and by no other.
 */
export type ClaimSending =
  | {
      readonly kind: 'sent';
      readonly at: number /** Whatever came back at once: TA1, 999, 277CA. */;
      readonly answer?: Uint8Array;
    }
  /** `failure`: it was tried, and nothing goes on before an operator has it tried again. */
  | { readonly kind: 'under-way'; readonly lookAgainAt: number; readonly failure?: 'not-delivered' }
  | { readonly kind: 'later'; readonly dueAt: number }
  | {
      readonly kind: 'failed';
      readonly failure: RouteFailure;
      readonly mayHaveArrived: boolean;
      readonly isKnownAgain?: true;
    };

/**
 * Hands a file over, once for each call; a call for a file that was handed over before finds that out, or is the same file to its receiver. Where
 * neither can be, one that `wasCutOff` is answered as failed with `mayHaveArrived`.
 */
export type SendClaims = (sending: SendingClaims) => Promise<ClaimSending>;
