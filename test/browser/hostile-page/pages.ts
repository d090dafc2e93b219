/** Records the window's messages and the relay's, finds Ferry as any page does, and can send requests to it. */
const meeting = `
  globalThis.firstStatus = status
  globalThis.heard = []
  addEventListener('message', (event) => heard.push(event.data))
  globalThis.announced = 0
  addEventListener('ferry:announceProvider', ({ detail }) => {
    announced += 1
    globalThis.ferry = detail.provider
    if (announced > 1) return
    globalThis.info = detail.info
    globalThis.answers = []
    addEventListener('ferry:to-page:' + info.uuid, (event) => answers.push(event.detail))
  })
  dispatchEvent(new Event('ferry:requestProvider'))
  globalThis.ask = (method, params) =>
    ferry.request({ method, params }).then((result) => ({ result }), ({ code }) => ({ code }))
`

const page = (body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>page</title>${body}</html>`

export const honest = page(`<body><button data-testid="propose">Swap</button><script>${meeting}
  globalThis.proposed = null
  document.querySelector('button').addEventListener('click', async () => {
    proposed = await ask('ferry_proposeSwap', [wish])
  })
</script>`)

/** Proposes on a click, and reports that swap's state then and when the page is shown again. */
export const leftPage = (wanted: unknown) =>
  page(`<body><button data-testid="propose">Swap</button><script>${meeting}
  globalThis.reported = 0
  const report = async (what) => {
    await (await fetch('/report', { method: 'POST', body: JSON.stringify(what) })).text()
    globalThis.reported += 1
  }
  let swapId = ''
  const state = () => ask('ferry_getSwap', [{ swapId }]).then(({ result, code }) => result?.state ?? code)
  document.querySelector('button').addEventListener('click', async () => {
    const { result, code } = await ask('ferry_proposeSwap', [${JSON.stringify(wanted)}])
    swapId = result?.swapId ?? code
    report({ state: await state() })
  })
  addEventListener('pageshow', async ({ persisted }) => {
    if (persisted) report({ isKept: true, state: await state() })
    else if (performance.getEntriesByType('navigation')[0].type === 'back_forward') {
      report({ isKept: false, why: performance.getEntriesByType('navigation')[0].notRestoredReasons })
    }
  })
</script>`)

/**
 * Links that propose a swap: a valid one, and one that Ferry refuses. They work only if `head` permits links.
 */
export const links = (wanted: unknown, head = '<meta name="ferry-swap" content="links">') =>
  page(`${head}<body><a data-testid="good" data-ferry-swap='${JSON.stringify(wanted)}' href="/plain?good">Swap</a>
<a data-testid="refused" data-ferry-swap='{}' href="/plain?refused">Swap</a><script>${meeting}</script>`)

/** Prerenders a page of its site, and navigates to it after that page has reported. */
export const prerenderingPage = (path: string) =>
  page(`<body><script>
  addEventListener('storage', () => { location.href = '${path}' })
</script>
<script type="speculationrules">{ "prerender": [{ "urls": ["${path}"], "eagerness": "immediate" }] }</script>`)

/**
 * Requests Ferry while it loads. Reports the offers while it is not visible, and again when one comes after
 * that.
 */
export const prerendered = page(`<body><script>${meeting}
  const report = () =>
    fetch('/report', { method: 'POST', body: JSON.stringify({ isSeen: !document.prerendering, announced }) })
  document.addEventListener('prerenderingchange', () => addEventListener('ferry:announceProvider', report, { once: true }))
  addEventListener('load', () => setTimeout(async () => {
    await report()
    localStorage.setItem('said', 'yes')
  }, 200))
</script>`)

/** Proposes a thousand times without a click. */
export const flood = (wanted: unknown) =>
  page(`<body><script>${meeting}
  addEventListener('ferry:announceProvider', async () => {
    const from = performance.now()
    const asked = Array.from({ length: 1000 }, () => ask('ferry_proposeSwap', [${JSON.stringify(wanted)}]))
    const codes = (await Promise.all(asked)).map(({ code }) => code ?? 0)
    const seconds = (performance.now() - from) / 1000
    await fetch('/report', { method: 'POST', body: JSON.stringify({ codes, seconds }) })
  }, { once: true })
  dispatchEvent(new Event('ferry:requestProvider'))
</script>`)

/** Opens another page on a click, and keeps its window handle. */
export const opener = page(`<body><button data-testid="open">Open</button><script>
  document.querySelector('button').addEventListener('click', () => { globalThis.child = open(target) })
</script>`)

/** A frame that posts its parent's data back to the parent, and reports whether Ferry was offered to it. */
const framed = `
  globalThis.announced = 0
  addEventListener('ferry:announceProvider', () => { announced += 1 })
  dispatchEvent(new Event('ferry:requestProvider'))
  addEventListener('message', ({ data }) => {
    if (data.forge) {
      parent.postMessage(data.forge, '*')
      parent.postMessage({ posted: data.name, announced }, '*')
    }
  })
  parent.postMessage({ ready: true }, '*')
`
export const frame = page(`<script>${framed}</script>`)

/** A page whose whole source is known. */
export const plainBody = '<p>Nothing here.</p>'
export const plain = page(`<body>${plainBody}`)

/** Patches its world before it meets Ferry: fields on every object, promises, JSON, events (M9). */
export const poisoned = page(`<body><script>
  globalThis.poison = 0
  const names = ['channel', 'text', 'id', 'method', 'params', 'error', 'result', 'swap', 'here', 'key', 'kind', 'code', 'detail']
  for (const name of names) {
    Object.defineProperty(Object.prototype, name, {
      configurable: true,
      get() { poison += 1; return undefined },
      set(value) { poison += 1; Object.defineProperty(this, name, { value, writable: true, configurable: true, enumerable: true }) },
    })
  }
  const { stringify } = JSON
  JSON.stringify = (value) => stringify({ id: 'patched', method: 'ferry_proposeSwap', params: [wish] })
  const { dispatchEvent } = EventTarget.prototype
  EventTarget.prototype.dispatchEvent = function (event) { return event.type.startsWith('ferry:to-') || dispatchEvent.call(this, event) }
  Promise.prototype.then = new Proxy(Promise.prototype.then, { apply: (then, self, works) => Reflect.apply(then, self, works) })
  Array.prototype.push = new Proxy(Array.prototype.push, { apply: (push, self, items) => Reflect.apply(push, self, items) })
</script><script>${meeting}</script>`)

/**
 * Searches for Ferry by everything that a script in this world could use or say. It records each text about
 * Ferry, plants its own word where the two worlds meet, and claims with that word that Ferry is here.
 */
export const spying = page(`<body><script>
  globalThis.learnt = []
  globalThis.announced = 0
  const post = postMessage.bind(window)
  const dispatch = dispatchEvent.bind(window)
  const OwnEvent = CustomEvent
  const listen = addEventListener.bind(window)
  const status = Object.getOwnPropertyDescriptor(window, 'status')
  const { apply } = Reflect
  globalThis.realStatus = status.get.bind(window)
  const word = 'ffffffff-ffff-4fff-8fff-ffffffffffff'
  const planted = 'ferry:' + word + ' and more'
  status.set.call(window, planted)

  // What it does itself is not what it has learnt.
  let isOwn = false
  const own = (does) => {
    isOwn = true
    does()
    isOwn = false
  }
  const includes = Function.prototype.call.bind(''.includes)
  const hasOwn = Object.hasOwn
  const { get: dataOf } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data')
  const said = { __proto__: null }
  const keep = (value) => {
    if (isOwn || (typeof value !== 'string' && !(value instanceof String))) return
    own(() => { if (includes(value, 'ferry') || includes(value, 'here')) learnt[learnt.length] = '' + value })
  }
  listen('message', (event) => {
    const data = apply(dataOf, event, [])
    const channel = hasOwn(data, 'channel') ? data.channel : null
    if (!said[channel]) keep(channel)
  })
  listen('ferry:announceProvider', ({ detail }) => {
    announced += 1
    // On an enabled site the page learns what Ferry shows it.
    keep(detail.info.rdns)
  })
  for (const sign of ['DOMContentLoaded', 'ferry:requestProvider', 'mousedown', 'keydown']) {
    const look = () => own(() => { if (realStatus() !== planted) learnt[learnt.length] = 'the word at ' + sign })
    listen(sign, look, true)
    listen(sign, look)
  }
  Object.defineProperty(window, 'status', { get: () => { keep('ferry status'); return planted }, set: keep })
  for (const from of [String.prototype, Function.prototype, EventTarget.prototype, JSON, crypto]) {
    for (const name of Reflect.ownKeys(from)) {
      const { value, writable } = Object.getOwnPropertyDescriptor(from, name)
      if (typeof value !== 'function' || !writable || name === 'constructor') continue
      from[name] = function (...args) {
        keep(this)
        for (let at = 0; at < args.length; at += 1) keep(args[at])
        return apply(value, this, args)
      }
    }
  }
  for (const name of ['data', 'source', 'origin']) {
    const { get } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, name)
    Object.defineProperty(MessageEvent.prototype, name, { get() { keep('ferry ' + name); return apply(get, this, []) } })
  }
  const detailOf = Object.getOwnPropertyDescriptor(OwnEvent.prototype, 'detail')
  Object.defineProperty(OwnEvent.prototype, 'detail', {
    get() { keep('ferry event'); keep(this.type); return apply(detailOf.get, this, []) },
  })
  window.CustomEvent = function (name, init) { keep(name); return new OwnEvent(name, init) }
  for (const name of ['channel', 'text', 'once', 'capture', 'passive', 'signal', 'bubbles', 'detail']) {
    Object.defineProperty(Object.prototype, name, { configurable: true, get() { keep('ferry ' + name) } })
  }
  const iterate = Array.prototype[Symbol.iterator]
  Array.prototype[Symbol.iterator] = function () {
    for (let at = 0; at < this.length; at += 1) keep(this[at])
    return apply(iterate, this, [])
  }
  let offered
  own(() => {
    offered = new CustomEvent('eip6963:announceProvider', {
      detail: { get info() { keep('ferry info') }, get provider() { keep('ferry provider') } },
    })
  })
  dispatchEvent(new Event('ferry:requestProvider'))
  dispatchEvent(offered)
  const say = (channel) => own(() => {
    said[channel] = true
    post({ channel, text: '{"here":true}' }, location.origin)
    dispatch(new OwnEvent(channel, { detail: '{"here":true}' }))
  })
  listen('load', () => setTimeout(() => {
    const { length } = learnt
    dispatchEvent(offered)
    say('ferry:to-page:' + word)
    for (let at = 0; at < length; at += 1) {
      say(learnt[at])
      say('ferry:to-page:' + learnt[at])
    }
    setTimeout(() => {
      isOwn = true
      globalThis.isOver = true
    }, 300)
  }, 300))
</script>`)

/** Frames of every kind in a page, by name; `frameUrl` is a page of another site. */
export const frameKinds = (
  frameUrl: string,
): { readonly [name: string]: { readonly [attribute: string]: string } } => ({
  'another site': { src: frameUrl },
  'a data address': { src: `data:text/html,${encodeURIComponent(frame)}` },
  'a sandboxed frame': { srcdoc: frame, sandbox: 'allow-scripts' },
  'the same site': { srcdoc: frame },
})
