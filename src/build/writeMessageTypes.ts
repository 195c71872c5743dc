import { join } from 'node:path';
import { writeMessageTypes } from './messageTypes.ts';

writeMessageTypes(join(import.meta.dirname, '../..'));
