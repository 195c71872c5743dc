import type { ReactNode } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { icons } from '#ui/icons.ts';
import { words } from '#i18n/words.ts';

/** What came, word by word and folded: for whoever looks for the cause. The worker has a sentence over it. */
export function ForIt({ children }: { readonly children: ReactNode }) {
  return (
    <details>
      <summary>
        <Icon of={icons.more} />
        {words('lookUp').forIt}
      </summary>
      {children}
    </details>
  );
}
