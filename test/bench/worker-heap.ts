import type { BrowserContext } from 'playwright-core'
import { ownEnding } from '../browser/chromium-worker.ts'

/** Bytes of the JavaScript heap of Ferry's worker that are in use, after a garbage collection. */
export async function workerHeapBytes(context: BrowserContext): Promise<number> {
  const browser = context.browser()
  if (browser === null) throw new Error('the context has no browser')
  const session = await browser.newBrowserCDPSession()
  try {
    const { targetInfos } = await session.send('Target.getTargets')
    const target = targetInfos.find(({ type, url }) => type === 'service_worker' && url.endsWith(ownEnding))
    if (target === undefined) throw new Error('the worker does not run')
    const { targetId } = target
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false })
    const replies = new Map<number, (result: { readonly usedSize?: number }) => void>()
    session.on('Target.receivedMessageFromTarget', (event) => {
      if (event.sessionId !== sessionId) return
      const { id, result } = JSON.parse(event.message) as { id?: number; result?: { usedSize?: number } }
      if (id !== undefined) replies.get(id)?.(result ?? {})
    })
    let count = 0
    const call = async (method: string): Promise<{ readonly usedSize?: number }> => {
      count += 1
      const id = count
      const { promise, resolve } = Promise.withResolvers<{ readonly usedSize?: number }>()
      replies.set(id, resolve)
      await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) })
      return promise
    }
    await call('HeapProfiler.collectGarbage')
    const { usedSize } = await call('Runtime.getHeapUsage')
    if (usedSize === undefined) throw new Error('the worker gave no heap usage')
    return usedSize
  } finally {
    await session.detach()
  }
}
