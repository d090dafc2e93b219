/** A port as far as it is held. */
export interface HeldPort {
  readonly onDisconnect: { addListener(listener: () => void): void }
  disconnect(): void
}

export interface HoldRuntime {
  /** Undefined once the extension was updated or removed under this page. */
  readonly id?: string | undefined
  connect(info: { readonly name: string }): HeldPort
}

const holdAgainMs = 300

/**
 * Keeps a port open while it is needed, which tells the background when this document goes. Returns how to look again;
 * `isLost` is said after the back/forward cache, which closes ports without a word.
 */
export function holdPort(
  runtime: HoldRuntime,
  name: string,
  pause: (ms: number) => Promise<void>,
  isNeeded: () => boolean,
): (isLost?: boolean) => void {
  let port: HeldPort | null = null
  return function hold(isLost = false) {
    if (isLost) port = null
    if (!isNeeded()) {
      port?.disconnect()
      port = null
    } else if (port === null && runtime.id) {
      port = runtime.connect({ name })
      port.onDisconnect.addListener(() => {
        port = null
        void pause(holdAgainMs).then(() => hold())
      })
    }
  }
}
