import type { View } from './driver.ts'

/** An expression: one of Ferry's databases; null if Ferry has not made it. Never creates it. */
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

/** The database of orders. */
export const openDatabase = open('ferry')
/** The database of the account, the settings and the sites' permissions. */
export const openItems = open('ferry-items')

export function storedItem(key: string): string {
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
