import { type ClaimType, claimSchema } from 'ediloom/claims';
import Type, { type TSchema } from 'typebox';
import { closed, instant, oneOf } from '../../schemas/shapes.js';
import { CLAIM_TEXTS } from './claim-texts.js';
import { describedSchema } from './described-schema.js';

type Json = Readonly<Record<string, unknown>>;

const TITLES: Readonly<Record<ClaimType, string>> = {
  professional: 'ProfessionalClaim',
  institutional: 'InstitutionalClaim',
  dental: 'DentalClaim',
};

/** The engine's own schema, which judges what comes. */
export function claimBody(type: ClaimType) {
  return Type.Unsafe<Json>(describedSchema(claimSchema(type), TITLES[type], CLAIM_TEXTS));
}

export const RawClaimBody = Type.Object(
  {
    x12: Type.String({
      minLength: 1,
      description: 'One interchange with one 837 with one claim, under any delimiters.',
    }),
  },
  { ...closed, title: 'RawClaim', description: 'A claim as X12.' },
);

const text = (description: string) => Type.String({ description });
const maybe = (description: string) => Type.Optional(text(description));

const errorParts = {
  code: maybe('Always `33`.'),
  description: maybe('What is wrong, and what to do. It repeats no value.'),
  followupAction: maybe('What to do.'),
  location: maybe('JSON pointer into the request; of X12 loop, segment and element, as `2400[2]/SV1/02`.'),
  rule: maybe('The rule that is broken: `V01`.'),
};

const LineNumbers = Type.Array(
  Type.Object({ lineItemControlNumber: maybe('REF 6R, made where the request had none.') }),
  { description: 'In the order of the lines.' },
);

/** What all answers have; institutional ones spell two members otherwise. */
function answerParts(isInstitutional: boolean) {
  return {
    status: oneOf(['SUCCESS', 'ERROR'], { description: 'Whether it was accepted.' }),
    httpStatusCode: oneOf(['200 OK', '400 BAD_REQUEST'], { description: 'The status as a text.' }),
    controlNumber: maybe('The sender’s own: controlNumber, or ISA13; else ISA13 of what was made of it.'),
    tradingPartnerServiceId: text('The payer’s own id, which may differ from what was sent.'),
    claimReference: Type.Object(
      {
        correlationId: text('Number of the claim, for ever: REF D9 of its 837. It can be read again by it.'),
        [isInstitutional ? 'rhClaimNumber' : 'rhclaimNumber']: text('The same.'),
        patientControlNumber: text('CLM01.'),
        formatVersion: text('Always `5010`.'),
        payerId: text('As `tradingPartnerServiceId`.'),
        ...(isInstitutional ? { claimType: text('Always `INST`.') } : {}),
        serviceLines: LineNumbers,
        timeOfResponse: instant('When it was answered.'),
      },
      { description: 'By what the claim is known.' },
    ),
    payer: Type.Object(
      {
        ...(isInstitutional ? {} : { payerId: text('As `tradingPartnerServiceId`.') }),
        payerID: text(isInstitutional ? 'As `tradingPartnerServiceId`.' : 'The same under its former name.'),
        payerName: text('Its name.'),
      },
      { description: 'Who is to pay.' },
    ),
    meta: Type.Object(
      {
        traceId: text('Of this request.'),
        applicationMode: oneOf(['test', 'production'], { description: '`test`: it is sent to nobody.' }),
      },
      { description: 'About the request.' },
    ),
    warnings: Type.Optional(
      Type.Array(Type.Object({ code: text('What it is about.'), description: text('What to know.') }), {
        description: 'What was repaired, left out, or looks like a slip. Never a value.',
      }),
    ),
    x12: text('The 277CA of this server: whether the claim was taken in. The payer’s own comes later.'),
  };
}

/** An answer of a claim that was accepted. */
export function claimAnswer(type: ClaimType): TSchema {
  return Type.Object(answerParts(type === 'institutional'), {
    title: type === 'institutional' ? 'InstitutionalClaimAnswer' : 'ClaimAnswer',
    description: 'A claim that was taken in. It goes to its payer by itself.',
  });
}

/** What a claim that breaks rules is answered with; one that was not judged is told as other operations tell it: without these. */
export function refusedClaim(type: ClaimType): TSchema {
  const isInstitutional = type === 'institutional';
  return Type.Object(
    {
      ...optional(answerParts(isInstitutional)),
      errors: Type.Optional(
        Type.Array(Type.Object(errorParts), { description: 'Each rule that it breaks, all at once, and where.' }),
      ),
    },
    {
      title: isInstitutional ? 'RefusedInstitutionalClaim' : 'RefusedClaim',
      description: 'A claim that was not sent.',
    },
  );
}

function optional(parts: Readonly<Record<string, TSchema>>): Record<string, TSchema> {
  return Object.fromEntries(Object.entries(parts).map(([name, schema]) => [name, Type.Optional(schema)]));
}
