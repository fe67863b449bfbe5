export { createEngine } from 'ediloom';
