// Keeps the parts of a page that are marked so as things are now: at each word of the gateway, and each ten seconds where no word comes.
const EVERY_MS = 10_000;
const WAIT_MS = 8_000;
let askedAt = Date.now();
let isAsking = false;

function refresh() {
  if (isAsking || document.hidden) return;
  isAsking = true;
  askedAt = Date.now();
  const request = new XMLHttpRequest();
  request.open('GET', location.href);
  request.responseType = 'document'; // parsed, and none of its scripts is run
  request.timeout = WAIT_MS;
  request.onloadend = () => {
    isAsking = false;
    const next = request.status === 200 && request.response ? partsOf(request.response) : [];
    document.getElementById('stale').hidden = next.length > 0;
    next.forEach((part, index) => show(partsOf(document)[index], document.adoptNode(part)));
  };
  request.send();
}

function partsOf(page) {
  return [...page.querySelectorAll('[data-live]')];
}

/** Puts a part in the place of the older one; a link that has the focus keeps it. */
function show(now, next) {
  const focused = now.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
  now.replaceWith(next);
  if (focused !== null) [...next.querySelectorAll('a')].find((link) => link.getAttribute('href') === focused)?.focus();
}

if (partsOf(document).length > 0) {
  new EventSource('/gateway/floor/live').addEventListener('message', refresh);
  setInterval(() => Date.now() - askedAt >= EVERY_MS && refresh(), 1_000);
  document.addEventListener('visibilitychange', refresh);
}
