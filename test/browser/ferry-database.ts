import type { View } from './driver.ts'

/** An expression for Ferry's pages: its database, opened; null while Ferry has not made it. Never makes it itself. */
export const openDatabase = `new Promise((done, fail) => {
  let isNew = false
  const opening = indexedDB.open('ferry')
  opening.onupgradeneeded = () => {
    isNew = true
    opening.transaction.abort()
  }
  opening.onsuccess = () => done(opening.result)
  opening.onerror = () => (isNew ? done(null) : fail(opening.error))
})`

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
