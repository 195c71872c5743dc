import type { Language } from '#contract/languages.ts';
import type { AppMessages } from './messages.ts';

/**
 * The messages of an area, in the language that is spoken. It is read where something is said or drawn, and not kept.
 * The build puts the area's English in its place, with the chunk that reads it: src/build/messages.ts.
 */
export declare function words<Area extends keyof AppMessages>(area: Area): AppMessages[Area];

/** Loads all messages of a language, a chunk for each; English comes by area. The build writes it. */
export declare const translations: Readonly<Partial<Record<Language, () => Promise<AppMessages>>>>;
