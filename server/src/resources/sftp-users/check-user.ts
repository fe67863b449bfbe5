import Type from 'typebox';
import { type Check, checkOf } from '../../schemas/check-shape.js';
import { NewUser, UserUpdate } from './schemas.js';

// For commands and the like: what comes over HTTP was checked by the gateway.

/** @throws Problem `invalid` for what CreateUser would not take. */
export const checkNewUser: Check = checkOf(NewUser, { kind: 'body', name: 'body' });

/** @throws Problem `invalid` for what UpdateUser would not take; here no member is required. */
export const checkUserChange: Check = checkOf(Type.Partial(UserUpdate), { kind: 'body', name: 'body' });
