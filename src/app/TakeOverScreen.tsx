import { type ChangeEvent, useState } from 'react';
import { Link } from 'wouter';
import { Frame } from '#app/Frame.tsx';
import { explainRescue } from '#app/explainRescue.ts';
import { useFloor, useHeldScans } from '#app/floor.ts';
import { toRescue } from '#app/places.tsx';
import { Page } from '#ui/Page.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Said, type Saying } from '#ui/Said.tsx';
import { messages } from '#ui/messages.ts';
import { rescue as words } from '#ui/rescueMessages.ts';

/** Takes over the queue of another handheld. */
export function TakeOverScreen() {
  const { base } = useFloor();
  const [said, setSaid] = useState<Saying>();
  useHeldScans();

  function say(tone: Saying['tone'], text: string): void {
    base.handheld.cues.play(tone);
    setSaid({ tone, text });
  }

  async function takeOver(text: Promise<string>): Promise<void> {
    try {
      const { added, returned, known } = await (await base.mover()).takeOver(await text);
      say(added + returned > 0 ? 'saved' : 'repeat', words.taken(added, returned, known));
    } catch (error) {
      say('wrong', explainRescue(error));
    }
  }

  function choose({ target }: ChangeEvent<HTMLInputElement>): void {
    const [file] = target.files ?? [];
    if (file) void takeOver(file.text());
    target.value = ''; // the same file again is a choice too
  }

  return (
    <Frame title={words.takeOver} back={toRescue}>
      <Page>
        <Said said={said} words={messages.tasks.tones} rest={words.takeOverHint} />
        <label className="button button-plain button-big button-wide file-choice">
          <Icon name="update" />
          <span>{words.chooseFile}</span>
          <input type="file" accept=".json,application/json" onChange={choose} />
        </label>
        {said?.tone === 'saved' && (
          <Link href="/queue" className="button button-primary button-big button-wide">
            <span>{words.toQueue}</span>
          </Link>
        )}
      </Page>
    </Frame>
  );
}
