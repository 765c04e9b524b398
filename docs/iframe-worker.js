// The search runs in a worker, which browsers refuse to a page that is opened from the disk. There a hidden frame stands
// in for it: `Worker` loads the script into the frame, and messages go to and fro as if it were a thread.
if (location.protocol === "file:") {
  window.IFrameWorker = window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      const inside = frame.contentWindow, waiting = [];
      const load = (source) => new Promise((done, failed) => {
        const script = inside.document.createElement("script");
        Object.assign(script, { src: source, onload: done, onerror: failed });
        inside.document.body.append(script);
      });
      inside.IFrameWorker = window.IFrameWorker; // by this the script knows that it is in a frame
      inside.importScripts = (...sources) => Promise.all(sources.map(load));
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      const send = (data) => inside.dispatchEvent(new inside.MessageEvent("message", { data }));
      this.postMessage = (data) => (this.loaded ? send(data) : waiting.push(data));
      load(new URL(url, document.baseURI)).then(() => {
        this.loaded = true;
        waiting.forEach(send);
      });
    }
  };
}
