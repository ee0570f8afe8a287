// The server's events. The browser reconnects by itself with the number of its last event. An invisible page
// disconnects, since browsers have at most six connections to a server.

export function follow(handlers, status) {
  let source = null;
  let ended = false;

  function open() {
    if (source) return;
    source = new EventSource('events');
    source.onopen = () => status('connected', false);
    source.onerror = () => {
      status(source.readyState === EventSource.CLOSED
        ? 'Refused: too many pages are open, or the server is another. Reload to try again.'
        : 'Not connected: the run or its server has ended. What is shown is how it was.', true);
      if (source.readyState === EventSource.CLOSED) close();
    };
    for (const [name, handler] of Object.entries(handlers)) {
      source.addEventListener(name, event => handler(JSON.parse(event.data)));
    }
  }

  function close() {
    source?.close();
    source = null;
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) close();
    else if (!ended) open();
  });
  addEventListener('pagehide', () => { ended = true; close(); });
  open();
}
