import { startBareChromium } from '../browser/bare-chromium.ts'
import { connectProtocol, type ProtocolData, type ProtocolSocket } from '../browser/protocol-socket.ts'

/**
 * A Chromium in which nothing but the measurement is connected to a page. Playwright enables the DevTools network domain
 * in each page: it delays every request of a page, and so a page with scripts but never the blank one.
 */
export interface MeasuringBrowser {
  /** Opens the URL in a new tab and waits until it is loaded. */
  openTab(url: string): Promise<MeasuringTab>
  /** The origin of the unpacked extension in this folder. */
  originOf(folder: string): string
  close(): Promise<void>
}

interface MeasuringTab {
  /** A command of the DevTools protocol. */
  send(method: string, params?: ProtocolData): Promise<ProtocolData>
  evaluate(expression: string): Promise<unknown>
  close(): Promise<void>
}

const readMs = 50
const maxReads = 600

export async function openMeasuringBrowser(extensions: readonly string[]): Promise<MeasuringBrowser> {
  const chromium = await startBareChromium(extensions, ['--remote-debugging-port=0', 'about:blank'])
  try {
    const socket = await connectProtocol(await chromium.devToolsUrl)
    const openTab = (url: string) => openTabAt(socket, url)
    const origins = await readOrigins(await openTab('chrome://extensions/'), extensions)
    return {
      openTab,
      originOf(folder) {
        const origin = origins.get(folder)
        if (origin === undefined) throw new Error(`${folder} was not loaded`)
        return origin
      },
      close: chromium.close,
    }
  } catch (cause) {
    await chromium.close()
    throw cause
  }
}

async function openTabAt(socket: ProtocolSocket, url: string): Promise<MeasuringTab> {
  const { targetId } = await socket.send('Target.createTarget', { url })
  const { sessionId } = await socket.send('Target.attachToTarget', { targetId, flatten: true })
  const send = (method: string, params: ProtocolData = {}) => socket.send(method, params, String(sessionId))
  const tab: MeasuringTab = {
    send,
    async evaluate(expression) {
      const { result, exceptionDetails } = await send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      })
      if (exceptionDetails !== undefined)
        throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`)
      return (result as ProtocolData).value
    },
    async close() {
      await socket.send('Target.closeTarget', { targetId })
    },
  }
  await waitUntil(tab, `location.href === '${url}' && document.readyState === 'complete'`)
  return tab
}

/** The origin of each folder's extension. An extension that started without a worker is in no list of targets. */
async function readOrigins(
  tab: MeasuringTab,
  folders: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const infos = 'new Promise((done) => chrome.developerPrivate.getExtensionsInfo({}, done))'
  await waitUntil(tab, `${infos}.then((all) => all.length >= ${folders.length})`)
  const all = (await tab.evaluate(infos)) as readonly { readonly path?: string; readonly id: string }[]
  await tab.close()
  return new Map(all.map(({ path, id }) => [path ?? '', `chrome-extension://${id}`]))
}

async function waitUntil(tab: MeasuringTab, expression: string): Promise<void> {
  for (let read = 0; read < maxReads; read++) {
    if ((await tab.evaluate(expression)) === true) return
    await new Promise((done) => setTimeout(done, readMs))
  }
  throw new Error(`never true: ${expression}`)
}
