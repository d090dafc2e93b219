import type { View } from './driver.ts'

/** An expression for Ferry's pages: a database of its own, opened; null while Ferry has not made it. Never makes it itself. */
function open(name: string): string {
  return `new Promise((done, fail) => {
    let isNew = false
    const opening = indexedDB.open('${name}')
    opening.onupgradeneeded = () => {
      isNew = true
      opening.transaction.abort()
    }
    opening.onsuccess = () => done(opening.result)
    opening.onerror = () => (isNew ? done(null) : fail(opening.error))
  })`
}

/** Where the orders are. */
export const openDatabase = open('ferry')
/** Where the account, the settings and what sites may do are. */
export const openItems = open('ferry-items')

/** An expression for Ferry's pages: what is kept under a key; null where nothing is. */
export function keptItem(key: string): string {
  return `(async () => {
    const database = await ${openItems}
    if (database === null) return null
    return new Promise((done, fail) => {
      const reading = database.transaction('items').objectStore('items').get('${key}')
      reading.onerror = () => fail(reading.error)
      reading.onsuccess = () => { database.close(); done(reading.result ?? null) }
    })
  })()`
}

/** The ids of all proposals that Ferry has stored. */
export async function storedProposals(ferry: View): Promise<readonly string[]> {
  const ids = await ferry.run(`(async () => {
    const database = await ${openDatabase}
    if (database === null) return []
    return new Promise((done, fail) => {
      const reading = database.transaction('proposals').objectStore('proposals').getAllKeys()
      reading.onerror = () => fail(reading.error)
      reading.onsuccess = () => { database.close(); done(reading.result) }
    })
  })()`)
  return ids as string[]
}

/**
 * An expression for Ferry's pages: what is stored of an account that stands still has begun so many milliseconds earlier,
 * for tests that do not wait for it. A write of the background in the same moment goes over it.
 */
export function silenceAged(ms: number): string {
  return `(async () => {
    const database = await ${openDatabase}
    const orders = database.transaction('orders', 'readwrite').objectStore('orders')
    await new Promise((done, fail) => {
      const reading = orders.openCursor()
      reading.onerror = () => fail(reading.error)
      reading.onsuccess = () => {
        const cursor = reading.result
        if (cursor === null) return done()
        const idle = cursor.value.order.walletRequest?.idle
        if (idle) {
          idle.sinceMs -= ${ms}
          cursor.update(cursor.value)
        }
        cursor.continue()
      }
    })
    database.close()
  })()`
}
