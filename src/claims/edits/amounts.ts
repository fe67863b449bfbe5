import { objectIn } from '../moves/json-parts.js';
import { centsOf, sumOf } from './cents.js';
import { ALL, type ClaimAtHand, type Edit } from './edit.js';

const TOTAL = ['claimInformation', 'claimChargeAmount'];

function chargeOf({ service }: ClaimAtHand, line: ClaimAtHand['information']) {
  return objectIn(line[service]).lineItemChargeAmount;
}

/** Charges of a claim and its lines, in cents. */
export const AMOUNT_EDITS: readonly Edit[] = [
  {
    id: 'V01',
    types: ALL,
    status: 'A7:400',
    text: 'The claim charges another amount than its lines together. Correct the one or the other.',
    judge: (claim, tell) => {
      const { claimChargeAmount: total } = claim.information;
      // A fraction of a cent is no sum of lines, which have none.
      if (total !== undefined && centsOf(total) !== sumOf(claim.lines.map((line) => chargeOf(claim, line))))
        tell(TOTAL);
    },
  },
  {
    id: 'V02',
    types: ALL,
    status: 'A7:402',
    text: 'A claim charges more than nothing, but for one that only reports (claimIdentifier RP).',
    judge: ({ request, information }, tell) => {
      const total = centsOf(information.claimChargeAmount);
      if (total !== undefined && total <= 0n && request.claimIdentifier !== 'RP') tell(TOTAL);
    },
  },
  {
    id: 'V03',
    types: ALL,
    status: 'A7:583',
    text: 'A line charges an amount of at most two decimals that is not negative.',
    judge: (claim, tell) => {
      for (const [at, line] of claim.lines.entries()) {
        const charge = chargeOf(claim, line);
        const cents = centsOf(charge);
        if (charge !== undefined && (cents === undefined || cents < 0n))
          tell(['claimInformation', 'serviceLines', at, claim.service, 'lineItemChargeAmount']);
      }
    },
  },
  {
    id: 'V04',
    types: ALL,
    status: 'A6:178',
    text: 'The claim says what it charges: the sum of its lines.',
    judge: ({ information }, tell) => {
      if (information.claimChargeAmount === undefined) tell(TOTAL);
    },
  },
  taxes(['professional'], ['salesTaxAmount', 'postageTaxAmount']),
  taxes(['institutional'], ['serviceTaxAmount', 'facilityTaxAmount']),
];

function taxes(types: Edit['types'], names: readonly string[]): Edit {
  return {
    id: 'V05',
    types,
    onlyWith: names,
    status: 'A7:583',
    text: 'Taxes and postage are part of what a line charges: they are no more than that together.',
    judge: (claim, tell) => {
      for (const [at, line] of claim.lines.entries()) {
        const charge = centsOf(chargeOf(claim, line));
        const given = names.filter((name) => line[name] !== undefined);
        const [first] = given;
        if (charge === undefined || first === undefined || sumOf(given.map((name) => line[name])) <= charge) continue;
        tell(['claimInformation', 'serviceLines', at, first]);
      }
    },
  };
}
