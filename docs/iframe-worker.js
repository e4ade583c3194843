// A page that is opened from a folder (file:) may not start a worker. The site's search then runs in a hidden frame.
// Material looks for a script of this name, and for `IFrameWorker`.
if (location.protocol === 'file:') {
  window.IFrameWorker = window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement('iframe');
      frame.hidden = true;
      document.body.append(frame);
      this.inside = frame.contentWindow;
      this.inside.postMessage = (data) => this.dispatchEvent(new MessageEvent('message', { data }));
      this.inside.importScripts = async (...urls) => {
        for (const one of urls) await this.load(one);
      };
      this.loaded = this.load(url);
    }

    load(url) {
      return new Promise((resolve, reject) => {
        const script = this.inside.document.createElement('script');
        script.onload = resolve;
        script.onerror = reject;
        script.src = new URL(url, location.href).href;
        this.inside.document.body.append(script);
      });
    }

    async postMessage(data) {
      await this.loaded;
      this.inside.dispatchEvent(new MessageEvent('message', { data }));
    }
  };
}
