import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import { icons } from './icons.ts';

export interface FileChoiceProps {
  readonly children: ReactNode;
  readonly onFile: (file: File) => void;
}

/** A button for a JSON file. The same file may be chosen again. */
export function FileChoice({ children, onFile }: FileChoiceProps) {
  return (
    <label className="button button-plain button-big file-choice">
      <Icon of={icons.openFile} />
      <span>{children}</span>
      <input
        type="file"
        accept=".json,application/json"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          target.value = '';
        }}
      />
    </label>
  );
}
