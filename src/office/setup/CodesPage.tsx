import { FormInput, PostForm, SideBySide } from '#office/pages/parts.tsx';
import { type EnteredCodes, codeKinds } from './enteredCodes.ts';
import { type SetupWords, pathOfPart } from './setupPlaces.ts';

interface CodesPageProps {
  readonly texts: SetupWords;
  readonly entered: EnteredCodes;
  /** Sentences on what was entered. */
  readonly notes: readonly string[];
}

/** Shows each kind of code with its pattern and a field for examples. */
export function CodesPage({ texts, entered, notes }: CodesPageProps) {
  return (
    <>
      <p>{texts.codesHint}</p>
      {notes.map((note) => (
        <p className="note said-repeat" key={note}>
          {note}
        </p>
      ))}
      <div>
        <PostForm action={pathOfPart('codes')}>
          <SideBySide>
            {codeKinds.map((kind) => (
              <fieldset key={kind}>
                <legend>{texts.kinds[kind]}</legend>
                <label>
                  {texts.examples}
                  <textarea
                    name={`examples-${kind}`}
                    rows={3}
                    spellCheck={false}
                    autoCapitalize="off"
                    defaultValue={entered[kind].examples.join('\n')}
                  />
                </label>
                <FormInput
                  caption={texts.pattern}
                  name={`pattern-${kind}`}
                  value={entered[kind].pattern}
                  maxLength={200}
                  spellCheck={false}
                  autoCapitalize="off"
                />
              </fieldset>
            ))}
          </SideBySide>
          <button className="button" name="step" value="propose">
            {texts.propose}
          </button>
          <button className="button button-primary" name="step" value="keep">
            {texts.keep}
          </button>
        </PostForm>
      </div>
    </>
  );
}
