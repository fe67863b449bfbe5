import type { Delimiters } from 'ediloom';
import type { CharacterSetName, Repairs } from 'ediloom/charset';

/** What a request asks to be sent, however it was asked for: one interchange. */
export interface OutboundRequest {
  readonly partnershipId: string;
  readonly groups: readonly OutboundGroup[];
  readonly filename?: string | undefined;
  readonly overrides?: InterchangeOverrides | undefined;
  /** ISA01 to ISA04. */
  readonly authorization?: Authorization | undefined;
  readonly characterSet?: CharacterSetName | undefined;
  readonly repairs?: Repairs | undefined;
  /** JSON pointer to a set in what the client sent; `group` and `transaction` count from 0. */
  readonly pointerOf: (group: number, transaction: number) => string;
}

/** A functional group: sets of one setting. */
export interface OutboundGroup {
  readonly settingId: string;
  /** GS02 and GS03, instead of the setting's and the profiles'. */
  readonly localApplicationId?: string | undefined;
  readonly partnerApplicationId?: string | undefined;
  /** Guide JSON. */
  readonly transactions: readonly unknown[];
}

export interface InterchangeOverrides {
  /** ISA15. */
  readonly usageIndicator?: UsageIndicator | undefined;
  /** ISA14. */
  readonly acknowledgmentRequestedCode?: string | undefined;
  /** ISA12. */
  readonly controlVersionNumber?: string | undefined;
  readonly delimiters?: Required<Delimiters> | undefined;
}

export type UsageIndicator = 'I' | 'P' | 'T';

export interface Authorization {
  readonly authorizationInformationQualifier?: string | undefined;
  readonly authorizationInformation?: string | undefined;
  readonly securityInformationQualifier?: string | undefined;
  readonly securityInformation?: string | undefined;
}
