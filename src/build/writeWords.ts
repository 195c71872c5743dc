/** `npm run messages`: writes the modules of the messages. */
import { join } from 'node:path';
import { writeWords } from './words.ts';

writeWords(join(import.meta.dirname, '../..'));
