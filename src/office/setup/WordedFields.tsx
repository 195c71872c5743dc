import { languageTags, languages } from '#contract/languages.ts';
import type { Worded } from '#site/worded.ts';
import { FormInput } from '#office/pages/parts.tsx';

interface WordedFieldsProps {
  /** The beginning of the fields' names; the language follows. */
  readonly name: string;
  readonly word: Worded;
  /** The word where none is entered; it may be empty. */
  readonly usual: string;
}

/** A field for a word in each language. */
export function WordedFields({ name, word, usual }: WordedFieldsProps) {
  return (
    <div className="fields">
      {languageTags.map((tag) => (
        <FormInput
          caption={languages[tag]}
          name={`${name}:${tag}`}
          value={word[tag] ?? ''}
          placeholder={usual || undefined}
          maxLength={60}
          lang={tag}
          key={tag}
        />
      ))}
    </div>
  );
}
