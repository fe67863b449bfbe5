// The closed lists of a request. The service types are those of element 1365 in the 005010X279A1 inquiry.

// biome-ignore format: a list of codes
export const SERVICE_TYPE_CODES = [
  '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13', '14', '15', '16', '17', '18', '19', '20',
  '21', '22', '23', '24', '25', '26', '27', '28', '30', '32', '33', '34', '35', '36', '37', '38', '39', '40',
  '41', '42', '43', '44', '45', '46', '47', '48', '49', '50', '51', '52', '53', '54', '55', '56', '57', '58',
  '59', '60', '61', '62', '63', '64', '65', '66', '67', '68', '69', '70', '71', '72', '73', '74', '75', '76',
  '77', '78', '79', '80', '81', '82', '83', '84', '85', '86', '87', '88', '89', '90', '91', '92', '93', '94',
  '95', '96', '97', '98', '99', 'A0', 'A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7', 'A8', 'A9', 'AA', 'AB', 'AC',
  'AD', 'AE', 'AF', 'AG', 'AH', 'AI', 'AJ', 'AK', 'AL', 'AM', 'AN', 'AO', 'AQ', 'AR', 'B1', 'B2', 'B3', 'BA',
  'BB', 'BC', 'BD', 'BE', 'BF', 'BG', 'BH', 'BI', 'BJ', 'BK', 'BL', 'BM', 'BN', 'BP', 'BQ', 'BR', 'BS', 'BT',
  'BU', 'BV', 'BW', 'BX', 'BY', 'BZ', 'C1', 'CA', 'CB', 'CC', 'CD', 'CE', 'CF', 'CG', 'CH', 'CI', 'CJ', 'CK',
  'CL', 'CM', 'CN', 'CO', 'CP', 'CQ', 'DG', 'DM', 'DS', 'GF', 'GN', 'GY', 'IC', 'MH', 'NI', 'ON', 'PT', 'PU',
  'RN', 'RT', 'TC', 'TN', 'UC',
] as const;

/** Places of service (III02 with ZZ). */
// biome-ignore format: a list of codes
export const PLACE_OF_SERVICE_CODES = [
  '01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '13', '14', '15', '16', '17', '18',
  '19', '20', '21', '22', '23', '24', '25', '26', '31', '32', '33', '34', '41', '42', '49', '50', '51', '52',
  '53', '54', '55', '56', '57', '58', '60', '61', '62', '65', '71', '72', '81', '99',
] as const;

/** Canadian provinces, districts and territories of the United States, armed forces, states. */
// biome-ignore format: a list of codes
export const STATE_CODES = [
  'NL', 'PE', 'NS', 'NB', 'QC', 'ON', 'MB', 'SK', 'AB', 'BC', 'YT', 'NT', 'NU', 'DC', 'AS', 'GU', 'MP', 'PR',
  'UM', 'VI', 'AA', 'AE', 'AP', 'AK', 'AL', 'AR', 'AZ', 'CA', 'CO', 'CT', 'DE', 'FL', 'GA', 'HI', 'IA', 'ID',
  'IL', 'IN', 'KS', 'KY', 'LA', 'MA', 'MD', 'ME', 'MI', 'MN', 'MO', 'MS', 'MT', 'NC', 'ND', 'NE', 'NH', 'NJ',
  'NM', 'NV', 'NY', 'OH', 'OK', 'OR', 'PA', 'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VA', 'VT', 'WA', 'WI', 'WV',
  'WY',
] as const;

/** PRV01 of a provider around the patient; {@link RECEIVER_CODES} of the one who asks. */
// biome-ignore format: a list of codes
export const PROVIDER_CODES = [
  'AD', 'AT', 'BI', 'CO', 'CV', 'H', 'HH', 'LA', 'OT', 'P1', 'P2', 'PC', 'PE', 'R', 'RF', 'SK', 'SU',
] as const;
export const RECEIVER_CODES = [...PROVIDER_CODES, 'SB'] as const;

/** PRV02 of a provider around the patient. */
export const PROVIDER_QUALIFIERS = ['9K', 'D3', 'EI', 'HPI', 'PXC', 'SY', 'TJ'] as const;

export const PROCEDURE_QUALIFIERS = ['AD', 'CJ', 'HC', 'ID', 'IV', 'N4', 'ZZ'] as const;

/** NM101 of who asks, and its name in the JSON. */
export const PROVIDER_TYPES = {
  PR: 'payer',
  '2B': 'third-party administrator',
  36: 'employer',
  80: 'hospital',
  FA: 'facility',
  GP: 'gateway provider',
  P5: 'plan sponsor',
  '1P': 'provider',
} as const;
