import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signaturesOf } from '#i18n/icu.ts';
import { messageTypes } from './messageTypes.ts';
import { languageFiles } from './messages.ts';

const root = join(import.meta.dirname, '../..');
const languages = languageFiles(root);
writeFileSync(join(root, 'src/i18n/messages.ts'), messageTypes(languages['en'] ?? {}, signaturesOf(languages)));
