import { FORM_WORDS, type RequestSchema } from './request-schema.js';

// What a schema lets stand at a place, as a sentence for whoever has something else there.

type StringSchema = Extract<RequestSchema, { type: 'string' }>;

/** Codes that a sentence names at most. */
const MOST_CODES = 12;

export function amountWords(least: number, most: number): string {
  if (least === most) return String(least);
  return most === Infinity ? `${least} or more` : `${least} to ${most}`;
}

export function lengthWords({ minLength = 0, maxLength = Infinity }: StringSchema): string {
  return `It takes ${amountWords(minLength, maxLength)} characters.`;
}

export function formWords({ pattern = '' }: StringSchema): string {
  return `Write ${FORM_WORDS[pattern] ?? pattern}.`;
}

export function codeWords({ enum: codes = [] }: StringSchema): string {
  const named = codes.slice(0, MOST_CODES).join(', ');
  return codes.length > MOST_CODES
    ? `There are ${codes.length}, such as ${named}; the schema of the request has all.`
    : `Codes are: ${named}.`;
}
