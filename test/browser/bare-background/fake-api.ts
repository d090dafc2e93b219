import messages from '../../../public/_locales/en/messages.json'

/**
 * The style of an extension API. Chromium before 148 has callbacks in `chrome` alone; later versions and
 * Firefox have promises in `browser`.
 */
export type ApiStyle = 'callbacks' | 'promises'

type Listener = (...args: never[]) => unknown

interface Sender {
  readonly id: string
  readonly url: string
  readonly frameId: number
}

export interface FakeApi {
  readonly namespaces: object
  /** The values that content scripts can read. */
  readonly shown: ReadonlyMap<string, unknown>
  /** Names of the events with a listener, like `runtime.onMessage`. */
  received(): string[]
  /** Delivers a message as the browser does and returns the first answer; rejects if no listener answers. */
  message(message: unknown, sender: Sender): Promise<unknown>
}

const json = <T>(value: T): T => (value === undefined ? value : JSON.parse(JSON.stringify(value)))

/**
 * An extension API of one style, as far as a background may need it. WXT's `fakeBrowser` has no styles, no
 * permissions, no access levels of storage and no list of listeners.
 */
export function fakeApi(style: ApiStyle, manifest: object, base: string): FakeApi {
  const local = new Map<string, unknown>()
  const session = new Map<string, unknown>()
  const hasLevels = base.startsWith('chrome')
  const listeners = new Map<string, Listener[]>()

  /** A function of the API: with a callback in one style, with a promise in the other. */
  const call =
    (work: (...args: never[]) => unknown) =>
    (...args: unknown[]): unknown => {
      const callback = args.at(-1)
      if (style === 'callbacks' && typeof callback === 'function') {
        const result = json(work(...(args.slice(0, -1) as never[])))
        queueMicrotask(() => callback(result))
        return undefined
      }
      if (typeof callback === 'function') throw new TypeError('this browser takes no callbacks')
      return Promise.resolve(json(work(...(args as never[]))))
    }
  const event = (name: string) => ({
    addListener: (listener: Listener) => {
      listeners.set(name, [...(listeners.get(name) ?? []), listener])
    },
    removeListener: (listener: Listener) => {
      listeners.set(
        name,
        (listeners.get(name) ?? []).filter((one) => one !== listener),
      )
    },
  })

  const namespaces = {
    runtime: {
      id: 'ferry',
      getURL: (path: string) => `${base}${path}`,
      getManifest: () => manifest,
      onMessage: event('runtime.onMessage'),
      onConnect: event('runtime.onConnect'),
      onStartup: event('runtime.onStartup'),
      onInstalled: event('runtime.onInstalled'),
      onUpdateAvailable: event('runtime.onUpdateAvailable'),
      onMessageExternal: event('runtime.onMessageExternal'),
      onConnectExternal: event('runtime.onConnectExternal'),
      reload: call(() => undefined),
    },
    alarms: {
      create: call(() => undefined),
      get: call(() => undefined),
      clear: call(() => true),
      onAlarm: event('alarms.onAlarm'),
    },
    notifications: {
      create: call((id: string) => id),
      clear: call(() => true),
      onClicked: event('notifications.onClicked'),
    },
    extension: { inIncognitoContext: false },
    // Synchronous in both styles.
    i18n: {
      getMessage: (key: string) => (key in messages ? messages[key as keyof typeof messages].message : ''),
    },
    storage: {
      local: { ...area(call, local), ...(hasLevels ? { setAccessLevel: call(() => undefined) } : {}) },
      session: { ...area(call, session), ...(hasLevels ? { setAccessLevel: call(() => undefined) } : {}) },
      onChanged: event('storage.onChanged'),
    },
    permissions: {
      contains: call(() => true),
      onAdded: event('permissions.onAdded'),
      onRemoved: event('permissions.onRemoved'),
    },
    action: {
      setBadgeText: call(() => undefined),
      setBadgeBackgroundColor: call(() => undefined),
      setBadgeTextColor: call(() => undefined),
      setPopup: call(() => undefined),
      onClicked: event('action.onClicked'),
    },
    windows: {
      create: call(() => ({ id: 1 })),
      update: call(() => ({ id: 1 })),
      remove: call(() => undefined),
      onRemoved: event('windows.onRemoved'),
    },
    tabs: {
      query: call(() => []),
      create: call(() => ({ id: 1 })),
      update: call(() => ({ id: 1 })),
      remove: call(() => undefined),
      onRemoved: event('tabs.onRemoved'),
      onUpdated: event('tabs.onUpdated'),
    },
  }

  return {
    namespaces,
    shown: hasLevels ? session : local,
    received: () => [...listeners.keys()].sort(),
    message: (message, sender) =>
      new Promise((answered, failed) => {
        let isKept = false
        for (const listener of listeners.get('runtime.onMessage') ?? []) {
          const returned = listener(
            ...([json(message), sender, (answer: unknown) => answered(json(answer))] as never[]),
          )
          if (returned === true) isKept = true
          // Before 148 Chromium ignores a promise.
          if (style === 'promises' && isPromise(returned)) {
            isKept = true
            returned.then((answer) => answered(json(answer)), failed)
          }
        }
        if (!isKept) failed(new Error('nobody answers'))
      }),
  }
}

/** Of any realm: a promise of the background is not an instance of our `Promise`. */
function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

function area(call: (work: (...args: never[]) => unknown) => unknown, kept: Map<string, unknown>) {
  return {
    get: call((key: string | null) => {
      if (key === null) return Object.fromEntries(kept)
      return kept.has(key) ? { [key]: kept.get(key) } : {}
    }),
    set: call((items: object) => {
      for (const [key, value] of Object.entries(items)) kept.set(key, json(value))
    }),
    remove: call((key: string) => void kept.delete(key)),
  }
}
