import type { TellBroken, Trail } from './edit.js';

/**
 * Entities of a 277CA (STC01-3) by the object that a property is in. It knows fewer than a claim: a plan that is paid is told as a payer, a place of
 * a journey as a place of service, an assistant surgeon as who renders.
 */
export const ENTITIES: Readonly<Record<string, string>> = {
  submitter: '41',
  billing: '85',
  payToAddress: '87',
  billingPayToAddressName: '87',
  payToPlan: 'PR',
  billingPayToPlanName: 'PR',
  payerAddress: 'PR',
  subscriber: 'IL',
  dependent: 'QC',
  referring: 'DN',
  referringProvider: 'DN',
  rendering: '82',
  renderingProvider: '82',
  supervising: 'DQ',
  supervisingProvider: 'DQ',
  orderingProvider: 'DK',
  purchasedServiceProvider: 'QB',
  assistantSurgeon: '82',
  attending: '71',
  operatingPhysician: '72',
  otherOperatingPhysician: '73',
  serviceFacilityLocation: '77',
  ambulancePickUpLocation: '77',
  ambulanceDropOffLocation: '77',
  otherSubscriberName: 'GB',
  otherPayerName: 'PR',
};

/** The entity of the innermost object on the way that is one. */
export function entityOf(at: Trail): string | undefined {
  for (let index = at.length - 1; index >= 0; index--) {
    const found = ENTITIES[String(at[index])];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Tells a place, with the entity where it is known. */
export function told(tell: TellBroken, at: Trail, entity: string | undefined): void {
  tell(at, entity === undefined ? {} : { entity });
}
