import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AS_WRITTEN, type MessageTree, type Signatures, signaturesOf } from '#i18n/icu.ts';
import { PAGES, languageFiles } from './languageFiles.ts';

/** The file of the messages' types. It is made of the languages' files, and no source: git, build id and release leave it out. */
export const MESSAGE_TYPES = 'src/i18n/messages.ts';

const HEAD = `// Made of the languages' files before what needs it: \`npm run messages\`, types, lint, build and tests.

/** Every message by its area: a text, or a function of what is said in it. */
export interface Messages {
`;

/**
 * Writes the types of the messages to `MESSAGE_TYPES`, unless they stand there already: a file that stays makes no build stale.
 *
 * @throws SyntaxError where a message is no ICU MessageFormat.
 */
export function writeMessageTypes(root: string): void {
  const languages = languageFiles(root);
  const types = messageTypes(languages['en'] ?? {}, signaturesOf(languages));
  const file = join(root, MESSAGE_TYPES);
  if (!existsSync(file) || readFileSync(file, 'utf8') !== types) writeFileSync(file, types);
}

/** Returns the types of the messages, as a module. */
export function messageTypes(english: MessageTree, signatures: Signatures): string {
  return `${HEAD}${members(english, signatures, '', '  ')}}

/** The messages of a handheld. */
export type AppMessages = Omit<Messages, '${PAGES}'>;
`;
}

function members(tree: MessageTree, signatures: Signatures, path: string, indent: string): string {
  return Object.entries(tree)
    .map(([key, inner]) => {
      const place = path === '' ? key : `${path}.${key}`;
      const type =
        typeof inner === 'string'
          ? typeOf(signatures.get(place) ?? new Map<string, string>())
          : `{\n${members(inner, signatures, place, `${indent}  `)}${indent}}`;
      return `${indent}readonly ${/^\w+$/.test(key) ? key : `'${key}'`}${inner === AS_WRITTEN ? '?' : ''}: ${type};\n`;
    })
    .join('');
}

function typeOf(types: ReadonlyMap<string, string>): string {
  if (types.size === 0) return 'string';
  return `(values: { ${[...types].map(([name, type]) => `readonly ${name}: ${type}`).join('; ')} }) => string`;
}
