// Shows each time of a page where its reader is, and says to the searches where that is. Without it all is UTC.
const spoken = document.documentElement.lang.slice(0, 2);
const locale = navigator.language.startsWith(spoken) ? navigator.language : spoken === 'en' ? 'en-GB' : spoken;
const clock = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });

function showHere(part) {
  for (const time of part.querySelectorAll('time')) time.textContent = clock.format(new Date(time.dateTime));
  for (const note of part.querySelectorAll('.utc')) note.remove();
  for (const input of part.querySelectorAll('input[name="zone"]')) input.value = clock.resolvedOptions().timeZone;
}

showHere(document);
addEventListener('newer', ({ detail }) => showHere(detail)); // live.js has put a part in the place of an older one
