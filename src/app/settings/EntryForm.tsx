import { type FormEvent, type ReactNode, useState } from 'react';
import { useAppView } from '#app/frame/useAppState.ts';
import { choose, offeredBy } from '#app/core/speakFor.ts';
import { useEntry } from '#app/frame/useEntry.ts';
import { Alert } from '#ui/Problem.tsx';
import { Button } from '#ui/Button.tsx';
import { type Language, languageAttribute, languages } from '#contract/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { settingsWords } from '#i18n/words/settings.ts';
import { settingsPartsWords } from '#i18n/words/settingsParts.ts';
import { siteWords } from '#i18n/words/site.ts';
import { Field, type FieldProps } from '#ui/Field.tsx';
import { icons } from '#ui/icons.ts';
import { Choice } from '#ui/Choice.tsx';

type EntryValues = Readonly<Record<'apiKey' | 'userId' | 'warehouseId', string>>;

/** The value of an entry's field, its change, and what is wrong with it. */
type EntryField = Pick<FieldProps, 'value' | 'onChange' | 'problem'>;

/** Returns the entries in place of what is set here; one that is kept is set, and entered no more. */
export function useEntryFields() {
  const { settings } = useAppView();
  const { keep: keepEntry, problems } = useEntry();
  const [changed, setChanged] = useState<Partial<EntryValues>>({});
  const entered: EntryValues = { apiKey: '', userId: '', warehouseId: '', ...settings, ...changed };

  const field = (name: keyof EntryValues): EntryField => ({
    value: entered[name],
    onChange: (text) => setChanged((before) => ({ ...before, [name]: text })),
    problem: problems[name],
  });
  async function keep(entry: Parameters<typeof keepEntry>[0]): Promise<boolean> {
    const isKept = await keepEntry(entry);
    if (isKept) setChanged({});
    return isKept;
  }
  return { entered, field, keep, problem: problems.other };
}

export interface EntryFormProps {
  readonly caption: string;
  readonly children: (field: (name: keyof EntryValues) => EntryField) => ReactNode;
}

/** Fields, their Save, and what came of it. */
export function EntryForm({ caption, children }: EntryFormProps) {
  const [isKept, setKept] = useState(false);
  const { entered, field, keep, problem } = useEntryFields();
  const { apiKey, userId, warehouseId } = entered;

  async function save(): Promise<void> {
    setKept(false);
    setKept(await keep({ userId, warehouseId, ...(apiKey !== '' && { apiKey }) }));
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (apiKey === '') void save(); // the Enter of a scan sets no key in place of the one that works
  }

  return (
    <form className="stack" onSubmit={submit} noValidate aria-label={caption}>
      {children(field)}
      <Alert text={problem} />
      <Button size="big" kind="primary" onClick={() => void save()}>
        {settingsPartsWords().save}
      </Button>
      <output className="state is-good">{isKept && settingsPartsWords().saved}</output>
    </form>
  );
}

/** The field of the access key: of the kind `password`, so that no keyboard learns it; a scan may fill it. */
export function KeyField(field: FieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...field}
      type={isShown ? 'text' : 'password'}
      acceptsScan
      beside={
        <Button icon={isShown ? icons.hide : icons.show} onClick={() => setShown(!isShown)}>
          {isShown ? settingsWords().hide : settingsWords().show}
        </Button>
      }
    />
  );
}

/** The warehouse: one of the site's where it names them, else its number. */
export function WarehouseField(field: EntryField) {
  const { warehouses = [] } = useAppView().site;
  if (warehouses.length === 0) {
    return <Field {...field} caption={settingsWords().warehouseId} inputMode="numeric" acceptsScan />;
  }
  const { value, problem, onChange } = field;
  // A number from before that the site does not name stays in sight until another is chosen.
  const isKnown = value === '' || warehouses.some(({ id }) => id === value);
  const options = [...warehouses, ...(isKnown ? [] : [{ id: value, name: value }])];
  return (
    <Choice
      caption={siteWords().warehouse}
      options={options.map(({ id, name }) => [id, name] as const)}
      value={value === '' ? undefined : value}
      onChange={onChange}
      problem={problem !== undefined && value === '' ? siteWords().chooseWarehouse : problem}
    />
  );
}

function inItself(name: Language) {
  return <bdi lang={languageAttribute(name)}>{languages[name]}</bdi>;
}

/** The language of this handheld, kept with its settings where there are any: it changes at once, in the middle of any task. */
export function LanguageSection() {
  const { settings, site } = useAppView();
  const spoken = useLanguage();
  const { change: keep, problems } = useEntry();
  const [isMissing, setMissing] = useState(false);
  const offered = offeredBy(site);
  if (offered.length < 2) return null;

  async function change(language: Language): Promise<void> {
    setMissing(false);
    try {
      await choose(language);
    } catch {
      setMissing(true); // its words were never loaded on this handheld, and there is no network
      return;
    }
    if (settings) await keep({ language });
  }

  return (
    <section className="stack" aria-label={settingsWords().language}>
      <Choice
        caption={settingsWords().language}
        options={offered.map((name) => [name, inItself(name)] as const)}
        value={spoken}
        onChange={(language) => void change(language)}
      />
      <Alert text={isMissing ? settingsWords().languageMissing : problems.other} />
    </section>
  );
}
