import type { ChannelEvent } from '../../../lib/sites/handshake.ts'

/** A page's window, as far as page connections and discovery use it. Messages arrive later and as copies. */
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
  readonly #clicks = new Set<(event: Event) => void>()
  readonly #messages = new Set<(event: ChannelEvent) => void>()

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
    if (type === 'click') this.#clicks.add(listener as (event: Event) => void)
    else if (type === 'message') this.#messages.add(listener as (event: ChannelEvent) => void)
    else this.#events.addEventListener(type, listener as (event: Event) => void, isCapturing)
  }

  removeEventListener(type: string, listener: (event: never) => void, isCapturing = false): void {
    this.#events.removeEventListener(type, listener as (event: Event) => void, isCapturing)
  }

  dispatchEvent(event: Event): boolean {
    return this.#events.dispatchEvent(event)
  }

  postMessage(message: unknown, targetOrigin: string): void {
    const data: unknown = structuredClone(message)
    if (targetOrigin !== this.location.origin) return
    queueMicrotask(() => this.deliver({ data }))
  }

  /** Delivers an event that another script may have created. */
  deliver(event: Partial<ChannelEvent>): void {
    const whole = { isTrusted: true, source: this, origin: this.location.origin, data: null, ...event }
    for (const listener of this.#messages) listener(whole)
  }

  /** A click as the browser delivers it. `EventTarget` does not allow a trusted event. */
  deliverClick(event: Event): void {
    for (const listener of this.#clicks) listener(event)
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
