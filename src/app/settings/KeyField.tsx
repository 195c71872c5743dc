import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { laterIcons } from '#ui/laterIcons.ts';
import { words } from '#i18n/words.ts';

export interface KeyFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem?: string | undefined;
  readonly hint?: string;
}

/**
 * The access key: hidden until asked for. Of the kind `password`, so that no keyboard learns it; a scan may fill it.
 */
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
