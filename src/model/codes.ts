/** TA105 interchange note codes (X12.5) that this engine can report. */
export type TA105 =
  | '001'
  | '002'
  | '003'
  | '004'
  | '005'
  | '006'
  | '007'
  | '008'
  | '009'
  | '010'
  | '011'
  | '012'
  | '013'
  | '014'
  | '015'
  | '016'
  | '017'
  | '018'
  | '019'
  | '020'
  | '021'
  | '022'
  | '023'
  | '024'
  | '025'
  | '026'
  | '027'
  | '028'
  | '029'
  | '030'
  | '031'
  | '032';
/** AK905 functional group error codes; 10-18 and 23-26 (security) are never produced by reading. */
export type AK905 = '1' | '2' | '3' | '4' | '5' | '6' | '19';
/** IK502 transaction set error codes; 5 and I5 follow from segment findings. */
export type IK502 = '1' | '2' | '3' | '4' | '5' | '6' | '7' | '18' | '19' | '23' | 'I5' | 'I6';
/** IK304 segment error codes; 8 follows from element findings. */
export type IK304 = '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | 'I4' | 'I6' | 'I7' | 'I8' | 'I9';
/** IK403 element error codes. */
export type IK403 =
  | '1'
  | '2'
  | '3'
  | '4'
  | '5'
  | '6'
  | '7'
  | '8'
  | '9'
  | '10'
  | '12'
  | '13'
  | 'I6'
  | 'I9'
  | 'I10'
  | 'I11'
  | 'I12'
  | 'I13';
