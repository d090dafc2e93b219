/** A page's window, as far as page connections and discovery use it. */
export class FakeWindow {
  /** An accessor of its own, as real windows have it. */
  declare status: string
  document = {
    readyState: 'loading',
    createEvent: (_kind: 'Event'): Event => new NamedLater(),
    /** Its meta tags as `name=content`. It supports only the selector for meta tags directly in the head. */
    head: {
      metas: [] as string[],
      querySelector(selector: string): object | null {
        const [, name, content] =
          /^:scope > meta\[name="([^"]+)"\]\[content="([^"]+)"\]$/.exec(selector) ?? []
        return this.metas.includes(`${name}=${content}`) ? {} : null
      },
    },
  }
  readonly location: { readonly origin: string; readonly pathname: string }
  readonly #events = new EventTarget()
  readonly #listeners: { readonly type: string; readonly listener: (event: Event) => void }[] = []
  /** All messages between the two worlds, as the page could see them once it knows the secret. */
  readonly channelMessages: { readonly name: string; readonly text: string }[] = []

  constructor(url: string) {
    const { origin, pathname } = new URL(url)
    this.location = { origin, pathname }
    let status = ''
    Object.defineProperty(this, 'status', {
      configurable: true,
      get: () => status,
      set: (text: string) => {
        status = text
      },
    })
  }

  addEventListener(type: string, listener: (event: never) => void, isCapturing = false): void {
    this.#listeners.push({ type, listener: listener as (event: Event) => void })
    this.#events.addEventListener(type, listener as (event: Event) => void, isCapturing)
  }

  removeEventListener(type: string, listener: (event: never) => void, isCapturing = false): void {
    this.#events.removeEventListener(type, listener as (event: Event) => void, isCapturing)
  }

  dispatchEvent(event: Event): boolean {
    const { type, detail } = event as CustomEvent<string>
    if (/^ferry:to-(relay|page):/.test(type)) this.channelMessages.push({ name: type, text: detail })
    return this.#events.dispatchEvent(event)
  }

  /** An event as the browser delivers it. `EventTarget` does not allow a trusted event. */
  deliver(event: Event): void {
    for (const { type, listener } of this.#listeners) {
      if (type === event.type && !event.cancelBubble) listener(event)
    }
  }
}

/** The result of `createEvent`: it gets its name in `initEvent`. */
class NamedLater extends Event {
  #name = ''

  constructor() {
    super('')
  }

  override get type(): string {
    return this.#name
  }

  override initEvent(name: string): void {
    this.#name = name
  }
}
