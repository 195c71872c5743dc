import MessageFormat from '@messageformat/core';
import compileModule from '@messageformat/core/lib/compile-module.js';
import { type Token, parse } from '@messageformat/parser';

/** A language's file, or a part of it: messages in ICU MessageFormat. */
export interface MessageTree {
  readonly [key: string]: string | MessageTree;
}

/** The arguments of the messages, by their path: the type of each. A message without arguments is a text. */
export type Signatures = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * A message that English does not translate: what is said was written in English where it happened, as logs and exports have
 * it. No English is carried for it.
 */
export const AS_WRITTEN = '{english}';

/** Stands before a message that is a text, until it is written as one. */
const TEXT = '\u0001';

/** Returns every message with its path. */
export function messagesIn(tree: MessageTree, path = ''): (readonly [path: string, message: string])[] {
  return Object.entries(tree).flatMap(([key, inner]) => {
    const place = path === '' ? key : `${path}.${key}`;
    return typeof inner === 'string' ? [[place, inner] as const] : messagesIn(inner, place);
  });
}

/**
 * Returns the arguments of a message, with their types.
 *
 * @throws Error where it is no ICU MessageFormat, or names a plural form that the language lacks.
 */
export function argumentsOf(language: string, message: string): ReadonlyMap<string, string> {
  const [plurals] = compilerFor(language).resolvedOptions().plurals;
  const tokens = parse(message, { cardinal: plurals?.cardinals ?? [], ordinal: plurals?.ordinals ?? [] });
  const types = new Map<string, string>();
  note(tokens, tokens.length === 1 ? 'string' : SHOWN, types);
  return types;
}

const SHOWN = 'string | number';

function note(tokens: readonly Token[], shown: string, types: Map<string, string>): void {
  for (const token of tokens) {
    if ('arg' in token) {
      const asked = token.type === 'argument' ? shown : token.type === 'select' ? 'string' : 'number';
      types.set(token.arg, narrower(types.get(token.arg), asked));
    }
    if ('cases' in token) for (const { tokens: inner } of token.cases) note(inner, SHOWN, types);
  }
}

/** Returns the type that asks more, of two uses of an argument. */
function narrower(one: string | undefined, other: string): string {
  return one === undefined || one === SHOWN ? other : one;
}

/** Returns the arguments that the messages take in any of the languages: one may count what another only shows. */
export function signaturesOf(languages: Readonly<Record<string, MessageTree>>): Signatures {
  const signatures = new Map<string, Map<string, string>>();
  for (const [language, tree] of Object.entries(languages)) {
    for (const [path, message] of messagesIn(tree)) {
      const types = signatures.get(path) ?? new Map<string, string>();
      for (const [name, type] of argumentsAt(language, message, path)) types.set(name, narrower(types.get(name), type));
      signatures.set(path, types);
    }
  }
  return signatures;
}

function argumentsAt(language: string, message: string, path: string): ReadonlyMap<string, string> {
  try {
    return argumentsOf(language, message);
  } catch (error) {
    throw new SyntaxError(`${path} in ${language}: ${String(error)}`, { cause: error });
  }
}

/** Lists what a language lacks beside English, or has too much: keys, and arguments of messages; empty where it is whole. */
export function gapsIn(language: string, tree: MessageTree, english: MessageTree): readonly string[] {
  const source = new Map(messagesIn(english));
  const own = new Map(messagesIn(tree));
  const lacking = [...source.keys()].filter((path) => !own.has(path)).map((path) => `${language} lacks ${path}`);
  const others = [...own].flatMap(([path, message]) => {
    const original = source.get(path);
    if (original === undefined) return [`${language} has ${path}, and English has not`];
    const [taken, asked] = [namesOf(language, message, path), namesOf('en', original, path)];
    const isWhole = original === AS_WRITTEN ? isSaidAnew(taken) : taken.join() === asked.join();
    return isWhole ? [] : [`${path} takes ${taken.join(', ')} in ${language}, and ${asked.join(', ')} in English`];
  });
  return [...lacking, ...others];
}

function namesOf(language: string, message: string, path: string): readonly string[] {
  return [...argumentsAt(language, message, path).keys()].sort();
}

/** Tells whether a translation takes only what it may where English says what was written already: it may speak of the thing itself. */
function isSaidAnew(taken: readonly string[]): boolean {
  return taken.every((name) => name === 'english' || name === 'about');
}

/** Compiles the messages to a module of JavaScript, `export default {…}`: texts, and functions that only have to be called. */
export function moduleOf(language: string, tree: MessageTree, signatures: Signatures, path = ''): string {
  return compileModule(compilerFor(language), marked(tree, signatures, path)).replaceAll('() => "\\u0001', '"');
}

/** Marks what is a text, and leaves out what was written in English already. */
function marked(tree: MessageTree, signatures: Signatures, path: string): MessageTree {
  const made: Record<string, string | MessageTree> = {};
  for (const [key, inner] of Object.entries(tree)) {
    const place = path === '' ? key : `${path}.${key}`;
    if (typeof inner !== 'string') made[key] = marked(inner, signatures, place);
    else if (inner !== AS_WRITTEN) made[key] = signatures.get(place)?.size === 0 ? TEXT + inner : inner;
  }
  return made;
}

const compilers = new Map<string, MessageFormat>();

function compilerFor(language: string): MessageFormat {
  const known = compilers.get(language);
  if (known) return known;
  const made = new MessageFormat(language);
  compilers.set(language, made);
  return made;
}
