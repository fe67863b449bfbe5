import type { REJECT_TEXTS } from './reject-texts.js';

type RejectCode = keyof typeof REJECT_TEXTS;

/** What a patient can be rejected for, whichever of the two they are. */
const PATIENT = [
  '15',
  '33',
  '35',
  '42',
  '43',
  '45',
  '47',
  '48',
  '49',
  '51',
  '52',
  '53',
  '54',
  '55',
  '56',
  '57',
  '58',
  '60',
  '61',
  '62',
  '63',
  '69',
  '70',
  '71',
  '98',
  'AA',
  'AE',
  'AF',
  'AG',
  'AO',
  'CI',
  'E8',
  'IA',
  'MA',
] as const;

/** Where the guide lets a reject code stand. A payer that sends it elsewhere is understood all the same. */
export const REJECT_LEVELS = {
  payer: ['04', '41', '42', '79', '80', 'T4'],
  provider: ['15', '41', '43', '44', '45', '46', '47', '48', '50', '51', '79', '97', 'T4'],
  subscriber: [...PATIENT, '72', '73', '74', '75', '76', '78'],
  dependent: [...PATIENT, '64', '65', '66', '67', '68', '77'],
} as const satisfies Readonly<Record<string, readonly `${RejectCode}`[]>>;
