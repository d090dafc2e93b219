import type { BrowserContext } from 'playwright-core'

/**
 * Sets a quota of 1 kB for an extension's storage and writes more than that. Returns whether the write
 * failed. With `unlimitedStorage` it does not: there only a full disk refuses.
 */
export async function obeysQuota(context: BrowserContext, extensionOrigin: string): Promise<boolean> {
  const page = await context.newPage()
  await page.goto(`${extensionOrigin}/popup.html`, { waitUntil: 'domcontentloaded' })
  const session = await context.newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', { origin: extensionOrigin, quotaSize: 1_000 })
  const outcome = await page.evaluate(`(async () => {
    const database = await new Promise((done, fail) => {
      const opening = indexedDB.open('quota-attempt', 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore('bytes')
      opening.onsuccess = () => done(opening.result)
      opening.onerror = () => fail(opening.error)
    })
    const outcome = await new Promise((done) => {
      const writing = database.transaction('bytes', 'readwrite')
      writing.oncomplete = () => done('written')
      writing.onabort = () => done('refused')
      for (let part = 0; part < 32; part += 1) {
        writing.objectStore('bytes').put(crypto.getRandomValues(new Uint8Array(65_536)), part)
      }
    })
    database.close()
    indexedDB.deleteDatabase('quota-attempt')
    return outcome
  })()`)
  await session.send('Storage.overrideQuotaForOrigin', { origin: extensionOrigin })
  await page.close()
  return outcome === 'refused'
}
