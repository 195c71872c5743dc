import { FormChoice, FormInput } from '#office/pages/parts.tsx';
import type { Asking } from '#office/people/personPages.ts';
import type { SetupWords } from './setupPlaces.ts';
import type { SiteMembers } from './siteEditor.ts';

interface UpdatesFieldsProps {
  readonly texts: SetupWords;
  /** The site's `updates`. */
  readonly updates?: string | undefined;
}

/** The fields by which a site says when handhelds take a newer version. */
export function UpdatesFields({ texts, updates = 'at-rest' }: UpdatesFieldsProps) {
  const isHour = updates.includes(':');
  return (
    <>
      <FormChoice
        caption={texts.updates}
        name="updates"
        choices={texts.updateTimes}
        chosen={isHour ? 'hour' : updates}
      />
      <FormInput caption={texts.updateHour} name="hour" type="time" value={isHour ? updates : ''} />
    </>
  );
}

/** Reads the fields; a form of before has none, and changes nothing of it. */
export function readUpdates({ updates, hour }: Asking['fields']): SiteMembers {
  return updates === undefined ? {} : { updates: updates === 'hour' ? hour : updates };
}
