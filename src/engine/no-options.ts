/** What verbs are given that are given nothing: there is nothing to check of it. bench: `npm run bench:small`. */
export const NO_OPTIONS = Object.freeze({});
