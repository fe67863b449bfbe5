// The words of findings and errors, for messages of your own that shall read as the engine's do.

export { describePosition, elementReference, type PlaceForm } from './model/finding-words.js';
export { editsBetween, nameAdvice, nearestName, quotedName } from './model/nearest-name.js';
export { pageOf } from './model/page-of.js';
