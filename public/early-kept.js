// Reads what the first screen depends on (src/app/core/readAtOnce.ts) while the app's own script is still on its way. Only
// reads: where there is no database yet, none is made. Runs in any browser, so in the oldest JavaScript.
(function () {
  var names = ['settings', 'site', 'taught-rules', 'access-key', 'session', 'supervisor', 'half'];

  // What a handheld that knows nothing yet shows next. The build writes their addresses in here.
  var firstStart = [];

  function preload(path) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = path;
    document.head.appendChild(link);
  }
  function read(done) {
    var request = indexedDB.open('scanline');
    request.onupgradeneeded = function () {
      request.transaction.abort();
      firstStart.forEach(preload);
    };
    request.onerror = function (event) {
      event.preventDefault();
      done();
    };
    request.onsuccess = function () {
      var database = request.result;
      var values = {};
      var left = names.length;
      database.onversionchange = function () {
        database.close();
      };
      function end(kept) {
        done(kept);
        database.close();
      }
      function ask(store, name) {
        store.get(name).onsuccess = function (event) {
          values[name] = event.target.result;
          left -= 1;
          if (left === 0) end({ version: database.version, values: values });
        };
      }
      try {
        var transaction = database.transaction('kept');
        transaction.onabort = function () {
          end();
        };
        var store = transaction.objectStore('kept');
        for (var i = 0; i < names.length; i += 1) ask(store, names[i]);
      } catch (_) {
        end(); // another's database of this name, or none to be read: the app says so
      }
    };
  }

  try {
    window.earlyKept = new Promise(read).catch(function () {});
  } catch (_) {
    // a browser that is too old: it is told so
  }
})();
