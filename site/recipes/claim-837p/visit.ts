/** A visit as a practice's own program may know it. */
export interface Visit {
  readonly number: string;
  /** `2026-03-30`. */
  readonly day: string;
  readonly patient: {
    readonly firstName: string;
    readonly lastName: string;
    /** `1980-02-28`. */
    readonly born: string;
    readonly gender: 'F' | 'M' | 'U';
    readonly memberId: string;
    readonly street: string;
    readonly city: string;
    readonly state: string;
    readonly zip: string;
  };
  /** The first is the principal one. */
  readonly diagnoses: readonly string[];
  readonly services: readonly { readonly procedure: string; readonly charge: number; readonly units: number }[];
}
