import { type FormEvent, type ReactNode, useState } from 'react';
import type { SettingsEntry } from '#app/core/appState.ts';
import { type EntryProblems, useEntry } from '#app/frame/useEntry.ts';
import { Alert } from '#ui/Problem.tsx';
import { Button } from '#ui/Button.tsx';
import { words } from '#i18n/words.ts';
import { Field, type FieldProps } from '#ui/Field.tsx';
import { laterIcons } from '#ui/laterIcons.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import { Choice } from '#ui/Choice.tsx';

export interface EntryFormProps {
  readonly label: string;
  readonly entry: SettingsEntry;
  /** Whether it is saved by a tap alone: the Enter of a scan keeps nothing. */
  readonly isByTap?: boolean;
  readonly onKept?: () => void;
  readonly children: (problems: EntryProblems) => ReactNode;
}

/** Fields, their Save, and what came of it. */
export function EntryForm({ label, entry, isByTap = false, onKept, children }: EntryFormProps) {
  const [isKept, setKept] = useState(false);
  const { keep, problems } = useEntry();

  async function save(): Promise<void> {
    setKept(false);
    if (!(await keep(entry))) return;
    setKept(true);
    onKept?.();
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isByTap) void save();
  }

  return (
    <form className="stack" onSubmit={submit} noValidate aria-label={label}>
      {children(problems)}
      <Alert text={problems.other} />
      <Button size="big" kind="primary" wide onClick={() => void save()}>
        {words('settingsParts').save}
      </Button>
      <output className="state is-good">{isKept && words('settingsParts').saved}</output>
    </form>
  );
}

/** Of the kind `password`, so that no keyboard learns it; a scan may fill it. */
export function KeyField(field: FieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...field}
      type={isShown ? 'text' : 'password'}
      autoComplete="off"
      acceptsScan
      beside={
        <Button icon={isShown ? laterIcons.hide : laterIcons.show} onClick={() => setShown(!isShown)}>
          {isShown ? words('settings').hide : words('settings').show}
        </Button>
      }
    />
  );
}

interface WarehouseFieldProps extends Pick<FieldProps, 'value' | 'onChange' | 'problem'> {
  readonly site: Pick<SiteConfiguration, 'warehouses'>;
}

/** The warehouse: one of the site's where it names them, else its number. */
export function WarehouseField({ site, ...field }: WarehouseFieldProps) {
  const { warehouses = [] } = site;
  if (warehouses.length === 0) {
    return <Field {...field} label={words('settings').warehouseId} inputMode="numeric" acceptsScan />;
  }
  const { value, problem, onChange } = field;
  // A number from before that the site does not name stays in sight until another is chosen.
  const isKnown = value === '' || warehouses.some(({ id }) => id === value);
  const options = [...warehouses, ...(isKnown ? [] : [{ id: value, name: value }])];
  return (
    <Choice
      label={words('site').warehouse}
      options={options.map(({ id, name }) => [id, name] as const)}
      value={value === '' ? undefined : value}
      onChange={onChange}
      problem={problem !== undefined && value === '' ? words('site').chooseWarehouse : problem}
    />
  );
}
