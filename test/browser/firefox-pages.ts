import type { ProtocolData, ProtocolSocket } from './protocol-socket.ts'

export interface FirefoxPages {
  /** The contexts that are open now, oldest first. */
  open(): readonly string[]
  /** The latest URL; empty when the page is gone. */
  urlOf(context: string): string
  complaints(): readonly string[]
  /** Forgets a page that closed without an event, as those of a replaced extension do. */
  forget(context: string): void
}

/** Follows tabs, URLs and complaints. Frames inside pages do not count. */
export function followPages(bidi: ProtocolSocket, opened: (context: string) => void): FirefoxPages {
  const urls = new Map<string, string>()
  const complaints: string[] = []
  const moved = [
    'navigationCommitted',
    'domContentLoaded',
    'load',
    'fragmentNavigated',
    'historyUpdated',
  ].map((name) => `browsingContext.${name}`)

  bidi.listen((method, params) => {
    const context = String(params.context)
    const url = String(params.url)
    if (method === 'browsingContext.contextCreated') {
      if (params.parent !== null || params['moz:scope'] === 'chrome') return
      urls.set(context, url)
      opened(context)
    } else if (method === 'browsingContext.contextDestroyed') urls.delete(context)
    else if (moved.includes(method) && urls.has(context)) urls.set(context, url)
    else if (method === 'log.entryAdded' && params.level === 'error') {
      const { context: source } = params.source as ProtocolData
      complaints.push(`${urls.get(String(source)) ?? ''}: ${params.text}`)
    }
  })
  return {
    open: () => [...urls.keys()],
    urlOf: (context) => urls.get(context) ?? '',
    complaints: () => complaints,
    forget: (context) => void urls.delete(context),
  }
}
