// Keeps the parts of a page that are marked so as things are now: at each word of the gateway, and each ten seconds where no word comes.
const EVERY_MS = 10_000;
const WAIT_MS = 8_000;
const { again } = document.currentScript.dataset;
let askedAt = Date.now();
let shownOf = askedAt;
let isAsking = false;
let words;

function refresh() {
  listen();
  if (isAsking || document.hidden) return;
  isAsking = true;
  askedAt = Date.now();
  const request = new XMLHttpRequest();
  request.open('GET', again); // it says that no person asks
  request.responseType = 'document'; // parsed, and none of its scripts is run
  request.timeout = WAIT_MS;
  request.onloadend = () => {
    isAsking = false;
    const { status, response } = request;
    if (status === 401 || status === 403) return location.reload(); // to the sign-in, which leads back
    const next = status === 200 && response ? partsOf(response) : [];
    if (next.length > 0) shownOf = askedAt;
    sayStale(next.length === 0);
    next.forEach((part, index) => show(partsOf(document)[index], document.adoptNode(part)));
  };
  request.send();
}

/** Says since when nothing new has come: the ages that are shown are those of then. */
function sayStale(isStale) {
  const note = document.getElementById('stale');
  const seconds = Math.round((Date.now() - shownOf) / 1_000);
  const { inSeconds, inMinutes } = note.dataset;
  const [text, many] = seconds < 60 ? [inSeconds, seconds] : [inMinutes, Math.floor(seconds / 60)];
  if (isStale) note.textContent = text.replace('#', many);
  note.hidden = !isStale;
}

/** Listens while somebody can see the page: a browser has few connections to one address, for all its tabs. */
function listen() {
  if (document.hidden) words?.close();
  else if (words === undefined || words.readyState === EventSource.CLOSED) {
    words = new EventSource('/gateway/floor/live');
    words.addEventListener('message', refresh);
  }
}

function partsOf(page) {
  return [...page.querySelectorAll('[data-live]')];
}

/** Puts a part in the place of the older one; a link that has the focus keeps it, and so does a field, with its part. */
function show(now, next) {
  if (now.contains(document.activeElement) && document.activeElement.matches('select, input')) return; // somebody chooses there
  const focused = now.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
  now.replaceWith(next);
  dispatchEvent(new CustomEvent('newer', { detail: next }));
  if (focused !== null) [...next.querySelectorAll('a')].find((link) => link.getAttribute('href') === focused)?.focus();
}

listen();
setInterval(() => Date.now() - askedAt >= EVERY_MS && refresh(), 1_000);
document.addEventListener('visibilitychange', refresh);
