/** An approved mock request: the check that the first start prints, and that the documentation shows. */
export const FIRST_CHECK = {
  tradingPartnerServiceId: '60054',
  externalPatientId: 'patient-1001',
  provider: { organizationName: 'Lake Clinic', npi: '1999999984' },
  subscriber: { firstName: 'Jane', lastName: 'Doe', memberId: 'AETNA12345', dateOfBirth: '20040404' },
  encounter: { serviceTypeCodes: ['30'] },
} as const;

/** The same as a 270. */
export const FIRST_RAW_CHECK = [
  'ISA*00*          *00*          *ZZ*LAKECLINIC     *ZZ*ANYPAYER       *260131*0905*^*00501*000000042*0*T*:~',
  'GS*HS*LAKECLINIC*ANYPAYER*20260131*0905*42*X*005010X279A1~',
  'ST*270*0001*005010X279A1~',
  'BHT*0022*13*CHECK-1001*20260131*0905~',
  'HL*1**20*1~',
  'NM1*PR*2*AETNA*****PI*60054~',
  'HL*2*1*21*1~',
  'NM1*1P*2*LAKE CLINIC*****XX*1999999984~',
  'HL*3*2*22*0~',
  'NM1*IL*1*Doe*Jane****MI*AETNA12345~',
  'DMG*D8*20040404~',
  'EQ*30~',
  'SE*11*0001~',
  'GE*1*42~',
  'IEA*1*000000042~',
].join('');
