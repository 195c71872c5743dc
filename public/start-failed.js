// Offers a way on where the app's script does not run (public/start-watch.js): what is kept is mended, by itself once, the version before is
// started where that did not help, the queue can be saved as a file, and the worker sends what waits. No database is changed. Runs in any browser that could start, in the oldest JavaScript.
(function () {
  var DATABASE = 'scanline'; // src/outbox/names.ts
  var DRAIN_TAG = 'scanline-drain';
  var TRIED = 'scanline-mended';
  var WENT_BACK = 'scanline-went-back';
  var SEND_EVERY_MS = 30000;
  var WORKER_MS = 60000;
  var texts = {
    en: {
      title: 'Scanline does not start',
      why: 'A part of the app is missing or wrong on this device. Nothing that was saved is lost: it is sent as soon as the gateway answers. Do not clear the site’s data.',
      mend: 'Mend and start',
      save: 'Save the queue as a file',
      mending: 'Mending…',
      away: 'The gateway does not answer as it should. Try again where there is a network.',
      empty: 'Nothing is saved on this device.',
    },
    zh: {
      title: 'Scanline 无法启动',
      why: '本机上的应用有一部分缺失或有误。已保存的记录没有丢失：网关一有应答就会发送。请不要清除网站数据。',
      mend: '修复并启动',
      save: '把队列另存为文件',
      mending: '正在修复…',
      away: '网关没有正常应答。请在有网络的地方重试。',
      empty: '本机上没有保存任何记录。',
    },
    ru: {
      title: 'Scanline не запускается',
      why: 'Часть приложения на этом устройстве отсутствует или неверна. Сохранённое не потеряно: оно отправится, как только шлюз ответит. Не очищайте данные сайта.',
      mend: 'Исправить и запустить',
      save: 'Сохранить очередь в файл',
      mending: 'Исправление…',
      away: 'Шлюз отвечает не так, как должен. Попробуйте там, где есть сеть.',
      empty: 'На этом устройстве ничего не сохранено.',
    },
  };
  var watch = window.startWatch;
  var spoken = String(navigator.language || '')
    .slice(0, 2)
    .toLowerCase();
  var language = texts[spoken] ? spoken : 'en';
  var text = texts[language];
  var place = document.querySelector('#root main');
  if (!place) return;

  function add(tag, words, lang) {
    var element = document.createElement(tag);
    element.textContent = words;
    element.style.cssText =
      'margin:0 0 12px;font-weight:400;line-height:1.4;font-size:' + (tag === 'h2' ? '24px' : '16px');
    element.lang = lang === 'zh' ? 'zh-Hans' : lang;
    place.appendChild(element);
    return element;
  }
  function button(words, act) {
    var element = add('button', words, language);
    element.type = 'button';
    element.style.cssText =
      'display:block;width:100%;min-height:56px;margin:0 0 12px;padding:8px;font-weight:700;font-size:16px';
    element.onclick = act;
    return element;
  }
  while (place.firstChild) place.removeChild(place.firstChild);
  place.removeAttribute('aria-busy');
  place.style.padding = '16px';
  add('h2', text.title, language).style.fontWeight = '700';
  add('p', text.why, language);
  var said = add('p', '', language);
  said.setAttribute('role', 'status');
  var mendButton = button(text.mend, mend);
  button(text.save, save);
  for (var other in texts) {
    if (other === language) continue;
    add('p', texts[other].title + '. ' + texts[other].why, other).style.fontSize = '14px';
  }

  var build = document.documentElement.getAttribute('data-build');
  if (build) add('p', 'Scanline ' + build, 'en').style.fontSize = '14px';

  /** Mends once by itself in a window, then starts the version before where that is kept, and then waits for a tap. */
  function mendOnce() {
    if (isFirst(TRIED)) mend();
    else goBack(function () {});
  }
  /** Tells whether something was not done in this window yet, and notes that it is now. */
  function isFirst(name) {
    try {
      if (sessionStorage.getItem(name)) return false;
      sessionStorage.setItem(name, '1');
      return true;
    } catch (_) {
      return false; // it could not be told from a second time
    }
  }
  function goBack(otherwise) {
    if (!isFirst(WENT_BACK)) return otherwise();
    registered().then(function (registration) {
      var worker = registration && registration.active;
      if (!worker) return otherwise();
      ask(worker, 'GO_BACK').then(function (isBack) {
        if (isBack) location.reload();
        else otherwise();
      });
    });
  }
  function mend() {
    mendButton.disabled = true;
    said.textContent = text.mending;
    // Nothing is taken away where a front answers in the gateway's place, or nobody.
    fetch('/gateway/health/live', { cache: 'no-store' })
      .then(function (reply) {
        return reply.json();
      })
      .then(function (health) {
        if (health.status !== 'ok') throw new Error('not well');
        return mendKept();
      })
      .then(
        function () {
          location.reload();
        },
        function () {
          mendButton.disabled = false;
          said.textContent = text.away;
          goBack(function () {});
        },
      );
  }
  function mendKept() {
    return registered().then(function (registration) {
      if (registration && registration.waiting) return takeWaiting(registration.waiting);
      var worker = registration && registration.active;
      return Promise.resolve(worker ? ask(worker, 'MEND') : undefined).then(function (isWhole) {
        if (isWhole === false) throw new Error('not whole');
        return isWhole ? undefined : dropKept();
      });
    });
  }
  function registered() {
    return navigator.serviceWorker ? navigator.serviceWorker.getRegistration() : Promise.resolve(undefined);
  }
  /** A newer version, which has been checked, takes over. */
  function takeWaiting(worker) {
    return new Promise(function (resolve) {
      navigator.serviceWorker.addEventListener('controllerchange', resolve);
      setTimeout(resolve, 10000);
      worker.postMessage({ type: 'SKIP_WAITING' });
    });
  }
  /** @returns the worker's answer; `undefined`: one of before knows no such thing. */
  function ask(worker, type) {
    return new Promise(function (resolve) {
      var channel = new MessageChannel();
      channel.port1.onmessage = function (event) {
        resolve(event.data);
      };
      setTimeout(resolve, WORKER_MS);
      worker.postMessage({ type: type }, [channel.port2]);
    });
  }
  /** Drops the caches, and has the browser fetch this page's own files past its store. */
  function dropKept() {
    return caches
      .keys()
      .then(function (names) {
        return Promise.all(
          names.map(function (name) {
            return caches.delete(name);
          }),
        );
      })
      .then(function () {
        return fetch('/', { cache: 'reload' });
      })
      .then(function (reply) {
        return reply.text();
      })
      .then(function (page) {
        var files = page.match(/\/assets\/[\w.-]+/g) || [];
        return Promise.all(
          files.map(function (file) {
            return fetch(file, { cache: 'reload' });
          }),
        );
      });
  }

  /** Has the worker send what waits, now and each time the browser thinks that there is a network. */
  function send() {
    registered().then(function (registration) {
      if (!registration || !registration.active) return;
      registration.active.postMessage({ type: 'DRAIN' });
      if (registration.sync) registration.sync.register(DRAIN_TAG).catch(function () {}); // not allowed: while this page is open
    });
  }

  /** Saves the calls and their attempts as they are, and nothing else: the key is in another store. */
  function save() {
    var opening = indexedDB.open(DATABASE);
    opening.onupgradeneeded = function () {
      opening.transaction.abort(); // there is none, and none is made
    };
    opening.onerror = function () {
      said.textContent = text.empty;
    };
    opening.onsuccess = function () {
      var database = opening.result;
      var reading = database.transaction(['calls', 'attempts']);
      var rows = { savedAt: new Date().toISOString() };
      ['calls', 'attempts'].forEach(function (store) {
        reading.objectStore(store).getAll().onsuccess = function (event) {
          rows[store] = event.target.result;
        };
      });
      reading.oncomplete = function () {
        database.close();
        if (rows.calls.length === 0) said.textContent = text.empty;
        else download(JSON.stringify(rows, null, 2));
      };
    };
  }
  function download(json) {
    var link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
    link.download = 'scanline-queue.json';
    link.click();
  }

  send();
  setInterval(send, SEND_EVERY_MS);
  addEventListener('online', send);
  watch.onFailed = mendOnce;
  if (watch.failed) mendOnce();
})();
