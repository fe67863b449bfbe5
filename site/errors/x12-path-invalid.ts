import { parsePath } from 'ediloom';

parsePath('2110C/EB[01=1/03');
