import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { laterIcons } from '#ui/laterIcons.ts';
import { words } from '#i18n/words.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import { Choice } from '#ui/Choice.tsx';

export interface KeyFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem?: string | undefined;
  readonly hint?: string;
}

/** Of the kind `password`, so that no keyboard learns it; a scan may fill it. */
export function KeyField({ hint, ...field }: KeyFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...field}
      {...(hint !== undefined && { hint })}
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

export interface WarehouseFieldProps {
  readonly site: Pick<SiteConfiguration, 'warehouses'>;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem?: string | undefined;
}

/** The warehouse: one of the site's where it names them, else its number. */
export function WarehouseField({ site, value, onChange, problem }: WarehouseFieldProps) {
  const { warehouses = [] } = site;
  if (warehouses.length === 0) {
    return (
      <Field
        label={words('settings').warehouseId}
        value={value}
        onChange={onChange}
        problem={problem}
        inputMode="numeric"
        acceptsScan
      />
    );
  }
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
