// Search of the site opened from a folder: browsers start no worker there, so its script runs in a hidden frame.
if (location.protocol === 'file:') {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.waiting = [];
      const frame = document.createElement('iframe');
      frame.hidden = true;
      frame.title = 'search';
      document.body.append(frame);
      const inner = frame.contentWindow;
      const answer = (data) => {
        const event = new MessageEvent('message', { data });
        this.dispatchEvent(event);
        this.onmessage?.(event);
      };
      inner.postMessage = (data) => setTimeout(answer, 0, data);
      inner.importScripts = (...urls) =>
        urls.reduce(
          (done, each) => done.then(() => this.load(inner, each)),
          Promise.resolve(),
        );
      this.load(inner, url).then(() => {
        const waiting = this.waiting;
        this.waiting = null;
        waiting.forEach((data) => this.postMessage(data));
      });
      this.inner = inner;
      this.frame = frame;
    }

    load(inner, url) {
      return new Promise((resolve, reject) => {
        const script = inner.document.createElement('script');
        script.src = url;
        script.onload = resolve;
        script.onerror = reject;
        inner.document.head.append(script);
      });
    }

    postMessage(data) {
      if (this.waiting) this.waiting.push(data);
      else this.inner.dispatchEvent(new this.inner.MessageEvent('message', { data }));
    }

    terminate() {
      this.frame.remove();
    }
  };
}
