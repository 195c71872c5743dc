// The look that is set on this handheld (src/device/settings.ts), from the first paint on: no wrong theme flashes.
// Loaded blocking in the head. Runs in any browser, so in the oldest JavaScript.
(function () {
  var NAME = 'scanline-look';
  var grounds = { light: '#101418', dark: '#06090c', contrast: '#000000' }; // of the header: --top in tokens.css

  function wear(look) {
    var html = document.documentElement;
    set(html, 'data-theme', look.theme);
    set(html, 'data-hand', look.hand);
    set(html, 'data-motion', look.motion);
    var metas = document.querySelectorAll('meta[name="theme-color"]');
    for (var i = 0; i < metas.length; i += 1) {
      var own = /dark/.test(metas[i].media) ? grounds.dark : grounds.light;
      metas[i].content = grounds[look.theme] || own;
    }
    var scheme = document.querySelector('meta[name="color-scheme"]');
    if (scheme) scheme.content = look.theme === 'light' ? 'light' : look.theme ? 'dark' : 'light dark';
  }
  function set(element, name, value) {
    if (value) element.setAttribute(name, value);
    else element.removeAttribute(name);
  }
  function kept() {
    try {
      return JSON.parse(localStorage.getItem(NAME)) || {};
    } catch (_) {
      return {}; // not to be read, or not ours: as the device
    }
  }

  window.wearLook = function (look) {
    wear(look);
    try {
      localStorage.setItem(NAME, JSON.stringify(look));
    } catch (_) {
      // a full storage: the next start flashes, and nothing else
    }
  };
  wear(kept());
  addEventListener('storage', function (event) {
    if (event.key === NAME) wear(kept());
  });
})();
