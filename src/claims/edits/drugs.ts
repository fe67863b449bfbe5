import type { JsonObject } from '../../model/json.js';
import { objectIn } from '../moves/json-parts.js';
import type { ClaimAtHand, Edit, TellBroken } from './edit.js';

const TYPES: Edit['types'] = ['professional', 'institutional'];

/** Drugs of a line. Of a prescription and a link between lines a claim has room for one: the normal form has no two. */
export const DRUG_EDITS: readonly Edit[] = [
  {
    id: 'V67',
    types: TYPES,
    status: 'A7:476',
    onlyWith: ['drugIdentification'],
    text: 'The quantity of a drug is a number above zero.',
    judge: eachDrug('nationalDrugUnitCount', ({ nationalDrugUnitCount: count }) => {
      return count !== undefined && !(typeof count === 'string' && /^\d+(?:\.\d+)?$/.test(count) && Number(count) > 0);
    }),
  },
  {
    id: 'V67',
    types: TYPES,
    status: 'A7:476',
    onlyWith: ['drugIdentification'],
    text: 'A National Drug Code has eleven digits: five, four and two. Fill shorter parts with zeros in front, or give it with hyphens.',
    judge: eachDrug('nationalDrugCode', ({ nationalDrugCode: code, serviceIdQualifier = 'N4' }) => {
      return code !== undefined && serviceIdQualifier === 'N4' && !(typeof code === 'string' && /^\d{11}$/.test(code));
    }),
  },
];

function eachDrug(name: string, isBroken: (drug: JsonObject) => boolean) {
  return ({ lines }: ClaimAtHand, tell: TellBroken): void => {
    for (const [at, { drugIdentification }] of lines.entries())
      if (isBroken(objectIn(drugIdentification)))
        tell(['claimInformation', 'serviceLines', at, 'drugIdentification', name]);
  };
}
