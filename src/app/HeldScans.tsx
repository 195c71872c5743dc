import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useFloor } from '#app/floor.ts';
import { useView } from '#tasks/handheld.ts';
import { type Way, waysOf } from '#tasks/routes.ts';
import { Button } from '#ui/Button.tsx';
import { Code } from '#ui/Code.tsx';
import { Icon } from '#ui/Icon.tsx';
import { homeWords as words } from '#ui/homeMessages.ts';
import { inWords } from '#ui/language.ts';

/** A scan that no task has taken: the tasks it fits to choose from, or that nobody knows it. It stays until decided. */
export function HeldScans() {
  const { base, handOver } = useFloor();
  const { site } = useView(base);
  const [held, ...others] = useView(handOver);
  const [found, setFound] = useState<{ readonly text: string; readonly ways: Way }>();
  useEffect(() => {
    if (!held) return undefined;
    let isCurrent = true;
    void waysOf(site, held).then((ways) => isCurrent && setFound({ text: held.text, ways }));
    return () => {
      isCurrent = false;
    };
  }, [held, site]);

  const ways = held && found?.text === held.text ? found.ways : 'any';
  const fitting = ways === 'any' ? [] : ways;
  return (
    <>
      <output>
        {held && (
          <span className="panel">
            <span>
              <Code text={held.text} size="large" />
              <br />
              {ways !== 'any' && ways.length === 0 ? words.unknown : words.scanned} {words.others(others.length)}
            </span>
            <Button onClick={() => void handOver.take()}>{words.forget}</Button>
          </span>
        )}
      </output>
      {fitting.length > 0 && (
        <nav className="tiles" aria-label={words.fits}>
          {fitting.map((task) => (
            <Link key={task.id} href={task.path} className="tile tile-fits">
              <Icon name={task.icon} />
              <span>
                <b>{inWords(task.title)}</b>
              </span>
              <Icon name="more" />
            </Link>
          ))}
        </nav>
      )}
    </>
  );
}
