/**
 * A patient and a provider that there are not, for everything that tests send: each value is unlike anything else, so that one which turns
 * up where none may be, in a log above all, is found. After each run all logs of its servers are searched for them (`search-logs.ts`).
 */
export const PATIENT = {
  firstName: 'Ottokarina',
  lastName: 'Vandersnoot',
  memberId: 'ZQX7731904K',
  dateOfBirth: '19170923',
  ssn: '987654329',
  street: '4711 Snootering Lane',
  externalPatientId: 'patient-vandersnoot-11',
} as const;

export const PROVIDER = {
  organizationName: 'Snoothollow Family Practice',
  taxId: '981234567',
  portalUsername: 'snoothollow-portal',
  portalPassword: 'Pw-snoothollow-93!',
} as const;

/** Whatever of them may be in no log, metric, error or trace; what a patient's id is called by may be shown, and is not here. */
export const SECRET_VALUES: readonly string[] = [
  PATIENT.firstName,
  PATIENT.lastName,
  PATIENT.memberId,
  PATIENT.dateOfBirth,
  PATIENT.ssn,
  PATIENT.street,
  PATIENT.externalPatientId,
  PROVIDER.taxId,
  PROVIDER.portalUsername,
  PROVIDER.portalPassword,
  // Of `planted-enrollments.ts`.
  ...['kanarie-owner@', 'kanarie-contact@', 'KANARPTAN7'],
  // Of `eligibility.ts`.
  ...['KANARIEVOGEL', 'KANARIE0001', '19310207', 'kanarie-patient-7'],
];
