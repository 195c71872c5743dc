import type { SiteConfiguration } from '#contract/site.ts';
import { Choice } from '#ui/Choice.tsx';
import { Field } from '#ui/Field.tsx';
import { words } from '#i18n/words.ts';

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
