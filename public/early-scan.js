// Keeps what a scanner types, in order and with its times, until the app's own wedge (src/scan/wedge/wedge.ts) takes it over. It
// runs right behind the first paint, which it would hold up: browsers drop what is typed before that anyway. The page's own
// field, which takes what scanners inject, has no focus before it: what came into that unseen could be the head of a code.
// It is shown behind the first frame, as the layout and the focus of a field take a fifth of that one's time.
// Runs in any browser, so in the oldest JavaScript.
(function () {
  var types = ['keydown', 'keyup', 'beforeinput', 'input', 'compositionend'];
  var FLOW_MS = 400; // a scanner's longest stall: profile.ts
  var events = [];
  var lastMs = -FLOW_MS;

  function keep(event) {
    events.push(event);
    if (event.type === 'keydown' ? isTaken(event) : event.type === 'beforeinput' && !isComposed(event)) {
      event.preventDefault();
    }
  }
  // A scanner's Tab would leave the page, its Ctrl+J open the downloads; by themselves both are a person's.
  function isTaken(event) {
    var key = event.key || '';
    var isFlowing = event.timeStamp - lastMs < FLOW_MS;
    var isHeld = (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph');
    var isTyped = !isHeld && (key.length === 1 || key === 'Enter');
    if (isComposed(event) || event.keyCode === 229 || !(isFlowing || isTyped)) return false;
    lastMs = event.timeStamp;
    return true;
  }
  function isComposed(event) {
    return event.isComposing || /Composition/.test(event.inputType);
  }
  function each(change) {
    for (var i = 0; i < types.length; i += 1) document[change](types[i], keep, true);
  }

  function show() {
    var field = document.querySelector('[data-scan-anywhere]');
    if (!field.parentNode.hidden) return;
    field.parentNode.hidden = false;
    if (document.activeElement === document.body) field.focus(); // else the app's own has it, or a person's
    early.fieldMs = now();
  }
  function now() {
    return document.createEvent('Event').timeStamp;
  }

  each('addEventListener');
  var early = {
    events: events,
    sinceMs: now(),
    fieldMs: now(),
    show: show,
    stop: function () {
      each('removeEventListener');
    },
  };
  window.earlyScan = early;
  requestAnimationFrame(function () {
    setTimeout(show);
  });
})();
