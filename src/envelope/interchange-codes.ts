/** ISA01; 07 and 08 are not in the oldest releases but legal today. */
export const AUTHORIZATION_QUALIFIERS = codes('00 01 02 03 04 05 06 07 08');
/** ISA03. */
export const SECURITY_QUALIFIERS = codes('00 01');
/** ISA05 and ISA07. */
export const ID_QUALIFIERS = codes(
  '01 02 03 04 07 08 09 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 AM NR SA SN ZZ',
);
/** ISA12: every published version of the interchange controls. */
export const CONTROL_VERSIONS = codes(
  '00200 00201 00204 00300 00301 00302 00303 00304 00305 00306 00307 00400 00401 00402 00403 00404 00405 00406 ' +
    '00500 00501 00502 00503 00504 00505 00600 00601 00602 00603 00604 00605 00700 00701 00702 00703 00704 00705 ' +
    '00800 00801 00802 00803 00804 00805',
);
/** ISA14: 2 and 3 are read everywhere. */
export const ACKNOWLEDGMENT_REQUESTS = codes('0 1 2 3');
/** ISA15. */
export const USAGE_INDICATORS = codes('I P T');
/** ISB01. */
export const GRADES_OF_SERVICE = codes('0 1 2');
/** Security segments that may surround groups or sets (X12.58); they are kept and not looked into. */
export const SECURITY_SEGMENTS = codes('S1A S1E S1S S2A S2E S2S S3A S3E S3S S4A S4E S4S SVA');

function codes(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
