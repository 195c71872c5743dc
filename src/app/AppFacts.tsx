import { useFloor } from '#app/floor.ts';
import { useView } from '#tasks/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Facts } from '#ui/Facts.tsx';
import { messages } from '#ui/messages.ts';

declare const __BUILD_ID__: string;

const words = messages.settings;

/** What this installation is: whether it starts without network, its version, and what can be done about either. */
export function AppFacts() {
  const { base } = useFloor();
  const { canInstall, updateReady, offlineReady, site } = useView(base);
  const facts = [
    { label: words.offline, value: offlineReady ? words.offlineReady : words.offlineNotReady },
    ...(site.name === '' ? [] : [{ label: words.warehouse, value: site.name }]),
    { label: words.version, value: __BUILD_ID__ },
  ];
  return (
    <section className="stack apart" aria-label={words.app}>
      <h2 className="section-head">{words.app}</h2>
      {updateReady && (
        <>
          <p>{words.updateHint}</p>
          <Button size="big" kind="primary" icon="update" wide onClick={base.update}>
            {words.update}
          </Button>
        </>
      )}
      {canInstall && (
        <Button size="big" icon="update" wide onClick={() => void base.install()}>
          {words.install}
        </Button>
      )}
      <Facts facts={facts} />
    </section>
  );
}
