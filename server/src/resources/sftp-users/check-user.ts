import Type from 'typebox';
import { type Check, checkOf } from '../../schemas/check-shape.js';
import { NewUser, UserUpdate } from './schemas.js';

// What comes by another way than HTTP, whose gateway has checked it.

/** @throws Problem `invalid` for what CreateUser would not take. */
export const checkNewUser: Check = checkOf(NewUser, { kind: 'body', name: 'body' });

/** The same of what is to change; nothing must be given. */
export const checkUserChange: Check = checkOf(Type.Partial(UserUpdate), { kind: 'body', name: 'body' });
