import type { TextOf } from './open-code.js';
import type { CONTACT_TEXTS } from './texts/entity-texts.js';

export interface ResponseAddress {
  readonly address1?: string | undefined;
  readonly address2?: string | undefined;
  readonly city?: string | undefined;
  readonly state?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly countryCode?: string | undefined;
  readonly countrySubDivisionCode?: string | undefined;
}

export interface ContactInformation {
  readonly name?: string | undefined;
  readonly contacts?: readonly Contact[] | undefined;
}

export interface Contact {
  readonly communicationMode?: TextOf<typeof CONTACT_TEXTS> | undefined;
  readonly communicationNumber?: string | undefined;
}
