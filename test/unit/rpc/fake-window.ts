import type { ChannelEvent } from '../../../lib/sites/handshake.ts'

/** A page's window as far as lines and discovery use it: messages come later and as copies. */
export class FakeWindow {
  /** An accessor of its own, as windows have it. */
  declare status: string
  document = {
    readyState: 'loading',
    createEvent: (_kind: 'Event'): Event => new NamedLater(),
    /** Its metas as `name=content`; of selectors it knows the one for those in the head itself. */
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

  /** Delivers an event as somebody else may have made it. */
  deliver(event: Partial<ChannelEvent>): void {
    const whole = { isTrusted: true, source: this, origin: this.location.origin, data: null, ...event }
    for (const listener of this.#messages) listener(whole)
  }

  /** A click as the browser would deliver it; `EventTarget` would not let a test say that it is trusted. */
  deliverClick(event: Event): void {
    for (const listener of this.#clicks) listener(event)
  }
}

/** What `createEvent` makes: it has its name when it is told one. */
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
