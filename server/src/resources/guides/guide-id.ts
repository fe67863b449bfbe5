/** A guide of an account, as requests name it. */
export interface GuideId {
  readonly ulid: string;
  /** `bare`: the published one where there is one, else the draft. */
  readonly form: 'draft' | 'live' | 'bare';
}

const FORMS = { DRFT_: 'draft', LIVE_: 'live', '': 'bare' } as const;

/**
 * A guide that settings, files and fragments use, as every answer names it: an account's guide in its published form, whichever way it
 * was named. Ids of the engine's guides are as they are.
 * @param id as it is stored, without a prefix.
 */
export function publishedId(id: string): string {
  return parseGuideId(id)?.form === 'bare' ? `LIVE_${id}` : id;
}

/** @returns `undefined` for what is no id of an account's guide; the ids of the engine's are none. */
export function parseGuideId(text: string): GuideId | undefined {
  const match = /^(DRFT_|LIVE_|)([0-9A-HJKMNP-TV-Z]{26})$/.exec(text);
  if (match === null) return undefined;
  const [, prefix = '', ulid = ''] = match;
  // The expression lets through these three only.
  return { ulid, form: FORMS[prefix as keyof typeof FORMS] };
}
