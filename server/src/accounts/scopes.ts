/** What a key may be allowed to do, each word by its family; a key without scopes may do all of it. A test holds it equal to what routes ask for. */
const SCOPES = {
  'core:read': 'executions, transactions, documents, polling',
  'core:write': 'generate and send, stage, retry, dry run',
  'partners:read': 'profiles, partnerships, settings, connections, control numbers',
  'partners:write': 'the same, made and changed',
  'guides:read': 'guides and releases of the standard',
  'guides:write': 'guides and overlays, made and published',
  'mappings:read': 'mappings, and running them',
  'mappings:write': 'mappings, made and changed',
  'functions:read': 'functions, and their invocations',
  'functions:write': 'functions, made, changed, deleted and invoked',
  'sftp:read': 'users who log in over SFTP and FTPS',
  'sftp:write': 'the same, made, changed and deleted',
  'buckets:read': 'buckets, and the objects in them',
  'buckets:write': 'the same, made, put, copied and deleted',
  'events:read': 'events, and the destinations they are sent to',
  'events:write': 'destinations, made and changed, and their secrets',
  'healthcare:read': 'payers, eligibility checks that were made',
  'healthcare:write': 'eligibility checks',
  'eligibility-batches:read': 'batches of eligibility checks, and their results',
  'eligibility-batches:write': 'batches of eligibility checks, handed in',
  'enrollments:read': 'providers and their enrollments',
  'enrollments:write': 'providers and enrollments, made, changed and submitted',
} as const;

export const SCOPE_NAMES: readonly string[] = Object.keys(SCOPES);

/** Each scope with what it is for, in words. */
export function scopeTexts(): string {
  return Object.entries(SCOPES)
    .map(([scope, what]) => `${scope}: ${what}.`)
    .join(' ');
}

/** Those of a list that nothing asks for: a key with these alone could do nothing. */
export function unknownScopes(scopes: readonly string[]): readonly string[] {
  return scopes.filter((scope) => !SCOPE_NAMES.includes(scope));
}
