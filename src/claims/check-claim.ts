import { compileForm, type FormCheck, isObject } from '../form/check-form.js';
import { FORM_RULES, type FormRule, MORE_FORM_RULES } from '../form/form-rules.js';
import { requireForm } from '../model/check-options.js';
import { MOST_TOLD, WARNINGS } from './claim-problem.js';
import { claimSchema, schemaOfListedPayers } from './claim-schemas.js';
import type { ClaimType } from './claim-type.js';
import { judgeProviderList, namesBilling, PROVIDER_LIST_RULES } from './provider-list-form.js';
import { hasUnknownUsage, USAGE_WORDS } from './usage-indicator.js';

/** What keeps a request from being a claim, or what should be known of it. It never repeats a value. */
export interface FormProblem {
  /** JSON pointer (RFC 6901). */
  readonly pointer: string;
  readonly rule: ClaimFormRule;
  /** The rule, and what may stand there. */
  readonly text: string;
}

export interface CheckedForm {
  /** With one of these nothing is written. */
  readonly problems: readonly FormProblem[];
  readonly warnings: readonly FormProblem[];
}

/** What no text of a claim may hold, whatever delimiters are written: on its way it may get others. */
const USUAL_DELIMITERS = '*:^~';

/** What a schema cannot say. */
const CLAIM_FORM_RULES = {
  'attachment-twice': 'Give the control number of the attachment or the id of its file, not both.',
  'attachment-unknown': 'There is no such file. Upload it first, and give the id that the answer has.',
  ...PROVIDER_LIST_RULES,
  'and-more': WARNINGS['and-more'],
} as const;

export type ClaimFormRule = FormRule | keyof typeof CLAIM_FORM_RULES;

const TEXTS: Readonly<Record<ClaimFormRule, string>> = { ...FORM_RULES, ...MORE_FORM_RULES, ...CLAIM_FORM_RULES };
const checks = new Map<string, FormCheck>();
/** Delimiters come from routes, of which there are few; more are made anew each time. */
const MOST_CHECKS = 100;

/**
 * Judges the form of a request: what its schema can say, and the old list of providers. Repair it first: forms alone are no reason to refuse.
 * @param delimiters those that will be written, beside the usual ones, for no text may hold one.
 */
export function checkForm(type: ClaimType, request: unknown, delimiters = ''): CheckedForm {
  requireForm('checkForm', 'type', type, 'text');
  const problems: FormProblem[] = [];
  const warnings: FormProblem[] = [];
  const isBilled = namesBilling(type, request);
  const judge = {
    problem: (pointer: string, rule: ClaimFormRule, more?: string) => {
      const isWaived = isBilled && rule === 'required' && pointer === '/billing';
      if (!isWaived) tell(problems, pointer, rule, more);
    },
    warning: (pointer: string, rule: ClaimFormRule, more?: string) => tell(warnings, pointer, rule, more),
  };
  checkOf(type, USUAL_DELIMITERS + delimiters, hasListedPayers(type, request))(request, judge);
  judgeProviderList(type, request, judge);
  if (hasUnknownUsage(request)) judge.problem('/usageIndicator', 'code-unknown', USAGE_WORDS);
  return { problems, warnings };
}

function tell(list: FormProblem[], pointer: string, rule: ClaimFormRule, more?: string): void {
  if (list.length < MOST_TOLD) list.push(formProblem(pointer, rule, more));
  else if (list.length === MOST_TOLD) list.push(formProblem('', 'and-more'));
}

/** @param more a sentence on what may stand there. */
export function formProblem(pointer: string, rule: ClaimFormRule, more?: string): FormProblem {
  return { pointer, rule, text: more === undefined ? TEXTS[rule] : `${TEXTS[rule]} ${more}` };
}

function checkOf(type: ClaimType, delimiters: string, isListed: boolean): FormCheck {
  const key = `${type} ${isListed} ${delimiters}`;
  const known = checks.get(key);
  if (known !== undefined) return known;
  const check = compileForm(isListed ? schemaOfListedPayers() : claimSchema(type), delimiters);
  if (checks.size < MOST_CHECKS) checks.set(key, check);
  return check;
}

/** Institutional claims are also written with a list of other payers where the interface has one. */
function hasListedPayers(type: ClaimType, request: unknown): boolean {
  if (type !== 'institutional' || !isObject(request) || !isObject(request.claimInformation)) return false;
  return Array.isArray(request.claimInformation.otherSubscriberInformation);
}
